// The game kept in the address and in this tab, so that neither a reload nor a second tab loses it.

import { ask } from "./ask.mjs";
import { Lines } from "./lines.mjs";

const STORE = "shatterproof.session";

/** The game that this tab has kept, with nothing known of its positions; null if none, or not that of the address `code`. */
export function keptLines(code) {
  const stored = JSON.parse(sessionStorage.getItem(STORE) ?? "null");
  return stored && (!code || stored.code === code) ? Lines.restored(stored.lines) : null;
}

/** The code of an address that leads to the current node. */
export async function codeOf(lines) {
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
