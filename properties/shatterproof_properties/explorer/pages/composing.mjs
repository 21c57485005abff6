// The panel to compose a puzzle of the position on the board: a claim, its verification, files to download.

import { work } from "./ask.mjs";
import { button, download, element, fill, select } from "./elements.mjs";

export const composing = {
  title: "Compose",
  wish: { claim: "wins-1", unique: true, title: "", author: "" },
  going: null,
  verdict: null,

  leave() {
    this.going?.abort();
  },

  show(container, context) {
    const { wish } = this;
    const note = (name) => (event) => { wish[name] = event.target.value; };
    const { claims } = context.games().games.find((game) => game.game === context.session.game);
    const asked = claims.find((each) => each.claim === wish.claim) ?? claims[0];
    wish.claim = asked.claim;
    fill(container, element("h2", {}, "Compose a puzzle"),
      element("p", { class: "soft" }, "It is about the position on the board: set one up, or go to one in the game. The program proves or refutes the claim."),
      element("div", {},
        select("Claim", claims.map(({ claim, text }) => [claim, text]), wish.claim, (claim) => {
          wish.claim = claim;
          this.show(container, context);
        }),
        asked.unique && element("label", { class: "field wide" },
          element("input", { type: "checkbox", checked: wish.unique, onchange: (event) => { wish.unique = event.target.checked; } }),
          element("span", {}, "in one way only")),
        element("label", { class: "field wide" }, element("span", {}, "Title"), element("input", { value: wish.title, maxlength: 100, onchange: note("title") })),
        element("label", { class: "field wide" }, element("span", {}, "Author"), element("input", { value: wish.author, maxlength: 100, onchange: note("author") }))),
      element("div", { class: "bar" },
        button("Verify", () => this.verify(container, context), { class: "main", disabled: Boolean(this.going) }),
        button("Stop", () => this.going?.abort(), { disabled: !this.going })),
      element("div", { "aria-live": "polite", id: "verdict" }, this.going ? element("progress", { "aria-label": "verifying" }) : shown(this.verdict)));
  },

  async verify(container, context) {
    const { claim, unique, title, author } = this.wish;
    const { claims } = context.games().games.find((game) => game.game === context.session.game);
    const alone = unique && claims.find((each) => each.claim === claim).unique;
    const going = new AbortController();
    this.going = going;
    this.show(container, context);
    const progress = ({ text, done, of }) => fill(container.querySelector("#verdict"), element("p", {}, text),
      element("progress", { value: of ? done : undefined, max: of || 1, "aria-label": "verifying" }));
    try {
      this.verdict = await work({ do: "verify", position: context.session.shown.position, claim, unique: alone, title, author }, progress, going.signal);
    } catch (error) {
      this.verdict = { text: error.name === "AbortError" ? "Stopped." : error.message };
    }
    this.going = null;
    this.show(container, context);
  },
};

function shown(verdict) {
  if (!verdict) return null;
  const name = "puzzle";
  return [
    element("p", { class: verdict.verdict === "proved" ? "good" : "notice" }, verdict.text),
    element("div", { class: "bar" },
      verdict.puzzle && button("Puzzle", () => download(`${name}.puzzle`, "text/plain", verdict.puzzle)),
      verdict.certificate && button("Certificate", () => download(`${name}.json`, "application/json",
        typeof verdict.certificate === "string" ? verdict.certificate : JSON.stringify(verdict.certificate))),
      verdict.sheet && button("Sheet", () => download(`${name}.html`, "text/html", verdict.sheet))),
  ];
}
