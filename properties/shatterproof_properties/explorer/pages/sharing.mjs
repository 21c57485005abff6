// The game kept in the address and in this tab, so that neither a reload nor a second tab loses it; the dialog to share it.

import { ask } from "./ask.mjs";
import { button, download, element, fill, openDialog } from "./elements.mjs";
import { Lines } from "./lines.mjs";
import { ofTab } from "./storage.mjs";

/** The code after the # of an address, without what programs and sentences put behind it. */
export function codeIn(hash) {
  return /^#?([\w-]*)/.exec(hash)[1];
}

/** The code of a text that is an address, or the part of one from its # on; null for any other text. */
export function codeOfAddress(text) {
  return /^\S*#([\w-]+)\S*$/.exec(text.trim())?.[1] ?? null;
}

const STORE = "session";

/**
 * The game that this tab has kept, with nothing known of its positions but the current one, and the parts of the turn that was being
 * built; null and none if there is no game, or not that of the address `code`.
 */
export function kept(code) {
  const stored = ofTab.get(STORE);
  const lines = stored && (!code || stored.code === code) ? Lines.restored(stored.lines) : null;
  if (lines && stored.shown?.drawing) lines.node.seen = stored.shown;
  return [lines, lines && Array.isArray(stored.parts) ? stored.parts : []];
}

/** The code of an address that leads to the current node, and what it leaves out. */
function codeOf(lines) {
  return ask({ do: "share", ...lines.asked() });
}

/** Keeps what it is given last; `kept(code)` is called when that is done. */
export class Keeper {
  constructor(kept) {
    this.kept = kept;
    this.last = "";
    /** Whether the address stays as it is until a turn is played. */
    this.holds = false;
  }

  async keep(lines, parts) {
    if (this.holds && lines.nodes.length === 1) return;
    this.holds = false;
    const asked = JSON.stringify([lines.kept(), parts]);
    if (asked === this.last) return;
    this.last = asked;
    const save = (code) => (lines.isGame ? ofTab.set(STORE, { code, lines: lines.kept(), parts, shown: lines.node.seen }) : ofTab.remove(STORE));
    // A reload may come before the address does.
    save(codeIn(location.hash));
    try {
      const { code } = await codeOf(lines);
      if (this.last !== asked) return;
      history.replaceState(history.state, "", `${location.pathname}#${code}`);
      save(code);
      this.kept(code);
    } catch {
      // A game too long for an address is played all the same.
    }
  }
}

const FORMS = [["diagram", "Diagram"], ["json", "JSON"], ["record", "Record"], ["svg", "SVG"]];
const SCALE = 2;

export function openSharing(context) {
  openDialog("Share", () => shared(context));
}

function shared({ session, say }) {
  let { code } = session;
  const address = () => `${location.origin}${location.pathname}#${code}`;
  const field = element("input", { readonly: true, value: address(), "aria-label": "Address", class: "notation" });
  const text = element("pre", { tabindex: "0", "aria-label": "As text", hidden: true });
  const show = async (form) => {
    text.textContent = (await exported(session, form)).text;
    text.hidden = false;
  };
  // The address of the page lags behind the board, and does not follow what is played in a puzzle.
  const leftOut = element("p", { class: "soft", "aria-live": "polite" });
  codeOf(session.lines).then((found) => {
    ({ code } = found);
    field.value = address();
    leftOut.append(leavingOut("The address", found));
    return exported(session, "record");
  }).then((record) => leftOut.append(leavingOut("A record", record)), (error) => say(error.message));
  const copied = element("p", { class: "soft", role: "status" });
  const copy = async (wanted) => {
    copied.textContent = await copying(wanted);
  };
  return [
    element("p", { class: "soft" }, "The address holds the game: its start, turns and variations, comments, marks and readings. On another machine, paste it into Analyse, Set up."),
    field, leftOut,
    element("div", { class: "bar" },
      button("Copy the address", () => copy(address()), { class: "primary" }),
      button("Copy what opens it elsewhere", () => copy(`#${code}`), { class: "outline" })),
    copied,
    element("h3", {}, "Files"),
    element("div", { class: "bar" }, FORMS.map(([form, name]) => button(name, () => save(session, form), { class: "outline" })),
      button("PNG", () => savePng(session), { class: "outline" })),
    element("h3", {}, "As text"),
    element("div", { class: "bar" }, FORMS.slice(0, 3).map(([form, name]) => button(`Show ${name}`, () => show(form), { class: "outline" }))),
    text,
  ];
}

/** What an address or a file leaves out, in a sentence; "" for nothing. */
function leavingOut(what, { left_out: parts }) {
  return parts.length ? `${what} leaves out ${parts.join(" and ")}. ` : "";
}

async function copying(text) {
  try {
    await navigator.clipboard.writeText(text);
    return "Copied.";
  } catch {
    return "The browser does not allow copying; select the address instead.";
  }
}

function exported(session, form) {
  const { lines } = session;
  if (form === "record") {
    const { at: _, ...game } = lines.asked();
    return ask({ do: "export", form, ...game });
  }
  return ask({ do: "export", form, start: lines.root.position, turns: lines.turns() });
}

async function save(session, form) {
  const { text, name, type } = await exported(session, form);
  download(name, type, text);
}

/** The picture of the position, made into dots by the browser. */
async function savePng(session) {
  const { text, name } = await exported(session, "svg");
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = element("canvas", { width: image.naturalWidth * SCALE, height: image.naturalHeight * SCALE });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => download(name.replace(/svg$/, "png"), "image/png", blob));
}
