// The game kept in the address and in this tab, so that neither a reload nor a second tab loses it; the panel to share it.

import { ask } from "./ask.mjs";
import { button, download, element, fill } from "./elements.mjs";
import { Lines } from "./lines.mjs";

const STORE = "shatterproof.session";

/** The game that this tab has kept, with nothing known of its positions; null if none, or not that of the address `code`. */
export function keptLines(code) {
  const stored = JSON.parse(sessionStorage.getItem(STORE) ?? "null");
  return stored && (!code || stored.code === code) ? Lines.restored(stored.lines) : null;
}

/** The code of an address that leads to the current node. */
async function codeOf(lines) {
  return (await ask({ do: "share", start: lines.root.position, turns: lines.line(), at: lines.ply() })).code;
}

/** Keeps what it is given last; `kept(code)` is called when that is done. */
export class Keeper {
  constructor(kept) {
    this.kept = kept;
    this.last = "";
  }

  async keep(lines) {
    const turns = lines.line();
    const asked = JSON.stringify([lines.kept(), turns]);
    if (asked === this.last) return;
    this.last = asked;
    try {
      const code = await codeOf(lines);
      if (this.last !== asked) return;
      history.replaceState(null, "", `${location.pathname}#${code}`);
      if (lines.isGame) sessionStorage.setItem(STORE, JSON.stringify({ code, lines: lines.kept() }));
      else sessionStorage.removeItem(STORE);
      this.kept(code);
    } catch {
      // A game too long for an address or for the store is played all the same.
    }
  }
}

const FORMS = [["diagram", "Diagram"], ["json", "JSON"], ["record", "Record"], ["svg", "SVG"]];
const SCALE = 2;

export const sharing = {
  title: "Share",

  show(container, { session, say }) {
    let { code } = session;
    const address = () => `${location.origin}${location.pathname}#${code}`;
    const field = element("input", { readonly: true, value: address(), "aria-label": "Address", class: "notation" });
    const text = element("pre", { tabindex: "0", "aria-label": "As text", hidden: true });
    const show = async (form) => {
      text.textContent = (await exported(session, form)).text;
      text.hidden = false;
    };
    fill(container, element("h2", {}, "Share"),
      element("p", {}, "The address holds the game: its start, the turns and the readings. Elsewhere it opens under Set up, or behind the explorer's own address."),
      element("div", { class: "bar" }, field,
        button("Copy the address", () => copy(address(), say)),
        button("Copy what opens it elsewhere", () => copy(`#${code}`, say))),
      element("h3", {}, "Files"),
      element("div", { class: "bar" }, FORMS.map(([form, name]) => button(name, () => save(session, form))),
        button("PNG", () => savePng(session))),
      element("h3", {}, "As text"),
      element("div", { class: "bar" }, FORMS.slice(0, 3).map(([form, name]) => button(`Show ${name}`, () => show(form)))),
      text);
    // What is played in a puzzle is not kept in the address of the page.
    if (session.mode) return codeOf(session.lines).then((found) => {
      code = found;
      field.value = address();
    }, (error) => say(error.message));
    return undefined;
  },
};

async function copy(text, say) {
  try {
    await navigator.clipboard.writeText(text);
    say("Copied.");
  } catch {
    say("The browser does not allow copying; select the address instead.");
  }
}

function exported(session, form) {
  const { lines } = session;
  const comments = Object.fromEntries(lines.path().map((node, ply) => [ply, node.comment]).filter(([, comment]) => comment));
  return ask({ do: "export", form, start: lines.root.position, turns: lines.turns(), comments });
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
