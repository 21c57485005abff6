// The panel to compose a puzzle of the position on the board: a claim, its verification, files to download.

import { button, capital, download, element, fill, picture, select } from "./elements.mjs";
import { workFor } from "./thinking.mjs";

export const composing = {
  title: "Compose",
  wish: { claim: "wins-1", about: "", unique: true, title: "", author: "" },
  going: null,
  verdict: null,

  leave() {
    this.going?.abort();
  },

  show(container, context) {
    const { wish } = this;
    const note = (name) => (event) => { wish[name] = event.target.value; };
    const { claims, readings } = context.game();
    const asked = claims.find((each) => each.claim === wish.claim) ?? claims[0];
    wish.claim = asked.claim;
    const others = readings.flatMap(({ reading, values }) => values
      .filter((value) => value !== (context.session.shown.position.readings?.[reading] ?? values[0])).map((value) => `${reading}=${value}`));
    if (!others.includes(wish.about)) [wish.about] = others;
    fill(container, element("h2", {}, "Compose a puzzle"),
      element("p", { class: "soft" }, "It is about the position on the board: set one up, or go to one in the game. The program proves or refutes the claim."),
      element("div", {},
        select("Claim", claims.map(({ claim, text }) => [claim, text]), wish.claim, (claim) => {
          wish.claim = claim;
          context.refresh();
        }),
        asked.reading && select("The other value", others.map((each) => [each, each]), wish.about, (about) => { wish.about = about; }),
        asked.unique && element("label", { class: "field wide" },
          element("input", { type: "checkbox", checked: wish.unique, onchange: (event) => { wish.unique = event.target.checked; } }),
          element("span", {}, "in one way only")),
        element("label", { class: "field wide" }, element("span", {}, "Title"), element("input", { value: wish.title, maxlength: 100, onchange: note("title") })),
        element("label", { class: "field wide" }, element("span", {}, "Author"), element("input", { value: wish.author, maxlength: 100, onchange: note("author") }))),
      element("div", { class: "bar" },
        button("Verify", () => this.verify(context), { class: "primary", disabled: Boolean(this.going) }),
        button("Stop", () => this.going?.abort(), { disabled: !this.going })),
      element("div", { "aria-live": "polite", id: "verdict" }, this.going ? element("progress", { "aria-label": "verifying" }) : shown(this.verdict, context)));
  },

  async verify(context) {
    const { claim, about, unique, title, author } = this.wish;
    const asked = context.game().claims.find((each) => each.claim === claim);
    const [alone, said] = [unique && asked.unique, asked.reading ? `${claim} ${about}` : claim];
    this.verdict = null;
    const { position } = context.session.shown;
    const answer = await workFor(this, { do: "verify", position, claim: said, unique: alone, title, author }, "verdict", context);
    if (!answer) return;
    this.verdict = answer.error ? { text: answer.error } : answer;
    context.refresh();
  },
};

function shown(verdict, { session, open }) {
  if (!verdict) return null;
  const { verdict: word, text, line, drawing, passes, puzzle, certificate, sheet } = verdict;
  return [
    element("div", { class: word === "proved" ? "good" : "notice" }, text.split("\n").map((each) => element("p", {}, capital(each)))),
    drawing && element("figure", {}, picture(drawing), element("figcaption", {}, "After ", element("span", { class: "notation" }, line.join("  ")))),
    line?.length && !passes ? button("Show it on the board", async () => {
      open("play");
      for (const turn of line) await session.play(turn);
    }, { class: "outline" }) : null,
    element("div", { class: "bar" },
      puzzle && button("Puzzle", () => download("composed.puzzle", "text/plain", puzzle)),
      certificate && button("Certificate", () => download("composed.certificate.json", "application/json", certificate)),
      sheet && button("Sheet", () => download("composed.html", "text/html", sheet))),
  ];
}
