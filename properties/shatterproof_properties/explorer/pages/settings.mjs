// What a player may set, kept in this browser. Whoever needs a setting adds it to the list.

import { checkbox, openDialog } from "./elements.mjs";
import { lasting } from "./storage.mjs";

const STORE = "settings";
/** Each setting: what it is called here and on the page, and what it is until somebody sets it. */
const SETTINGS = [
  { name: "asksFirst", text: "Play a turn only after “End turn”, also where nothing can be added to it", first: false },
  { name: "moves", text: "Show what a turn does, step by step", first: true },
  { name: "sounds", text: "Sounds", first: false },
];

const chosen = lasting.get(STORE) ?? {};

export function setting(name) {
  return chosen[name] ?? SETTINGS.find((each) => each.name === name).first;
}

export function openSettings() {
  openDialog("Settings", () => SETTINGS.map(({ name, text }) => checkbox(text, setting(name), (is) => {
    chosen[name] = is;
    lasting.set(STORE, chosen);
  })));
}
