// What can come next in the turn that is being built, as buttons; what parts of a turn did, in words.

import { button, element, fill } from "./elements.mjs";

let isListed = false;

/** A choice to be taken; while it is pointed at, the board shows where it lies. */
export function choiceButton(choice, session, board) {
  const show = () => board.hint(choice.at, choice.shape);
  const clear = () => board.hint([]);
  return button([choice.label, choice.refusal && element("span", { class: "soft" }, " — not allowed: why?")].flat(),
    () => session.take(choice.part),
    { onpointerenter: show, onfocus: show, onpointerleave: clear, onblur: clear, class: choice.refusal ? "refused" : null });
}

export function listOfChoices({ session, board }) {
  const choices = session.step?.choices ?? [];
  if (!choices.length) return null;
  const list = element("div", { class: "bar" });
  const filled = () => fill(list, choices.map((choice) => choiceButton(choice, session, board)));
  if (isListed) filled();
  return element("details", {
    class: "card why", id: "choices", open: isListed,
    ontoggle: (event) => {
      if (!event.target.isConnected) return;
      isListed = event.target.open;
      if (isListed && !list.childElementCount) filled();
    },
  }, element("summary", {}, `What can come next (${choices.filter((choice) => !choice.refusal).length})`), list);
}

/** What a turn did, in words; while it is pointed at, the board shows where. */
export function happened({ text, about }, board) {
  const show = () => board.hint(about);
  return about.length ? element("span", { class: "points", onpointerenter: show, onpointerleave: () => board.hint([]) }, text) : text;
}
