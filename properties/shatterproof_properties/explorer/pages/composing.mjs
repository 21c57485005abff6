// The panel to compose a puzzle of the position on the board: a claim, its verification, changes that make it sound, files to download.

import { button, capital, checkbox, download, element, fill, picture, select } from "./elements.mjs";
import { workFor } from "./thinking.mjs";

export const composing = {
  title: "Compose",
  wish: { claim: "wins-1", about: "", unique: true, title: "", author: "" },
  going: null,
  heard: null,
  verdict: null,
  /** Changes that make the draft sound, and the draft; null before they are asked for. */
  improved: null,

  leave(context) {
    this.going?.abort();
    context.board.hint([]);
    context.invite(null);
  },

  show(container, context) {
    const { wish } = this;
    if (!this.improved?.best.some(({ position }) => isSame(position, context))) this.improved = null;
    if (places.about !== keyOf(context)) places.forget(context);
    context.board.hint(this.improved && !context.session.step?.parts.length ? changedSince(this.improved.before, context) : []);
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
        asked.unique && checkbox("in one way only", wish.unique, (is) => { wish.unique = is; }),
        element("label", { class: "field wide" }, element("span", {}, "Title"), element("input", { value: wish.title, maxlength: 100, onchange: note("title") })),
        element("label", { class: "field wide" }, element("span", {}, "Author"), element("input", { value: wish.author, maxlength: 100, onchange: note("author") }))),
      element("div", { class: "bar" },
        button("Verify", () => this.verify(context), { class: "primary", disabled: Boolean(this.going) }),
        button("Make it sound", () => this.improve(context), { class: "outline", disabled: Boolean(this.going) }),
        button("Stop", () => this.going?.abort(), { disabled: !this.going })),
      element("div", { class: "bar" },
        button("Choose what may change", () => places.toggle(context), { class: "outline", "aria-pressed": String(places.isOpen), disabled: Boolean(this.going) }),
        places.isOpen && element("span", { class: "soft" }, places.chosen.length
          ? `${places.chosen.length} chosen: all else stays.` : "Click places on the board; all else stays.")),
      element("div", { "aria-live": "polite", id: "verdict" }, this.going
        ? element("progress", { "aria-label": "at work" }) : [this.listed(context), shown(this.verdict, context)]));
  },

  /** What is asked about: the claim as it is said, and whether one key is wanted and can be. */
  asked(context) {
    const { claim, about, unique } = this.wish;
    const asked = context.game().claims.find((each) => each.claim === claim);
    return { position: context.session.shown.position, claim: asked.reading ? `${claim} ${about}` : claim, alone: unique && asked.unique };
  },

  async verify(context) {
    const { title, author } = this.wish;
    const { position, claim, alone } = this.asked(context);
    this.verdict = null;
    const answer = await workFor(this, { do: "verify", position, claim, unique: alone, title, author }, "verdict", context);
    if (!answer) return;
    this.verdict = answer.error ? { text: answer.error } : answer;
    context.refresh();
  },

  /** Asks for changes that make the draft sound; what has been found until it is stopped stays. */
  async improve(context) {
    const { position, claim } = this.asked(context);
    Object.assign(this, { verdict: null, improved: null });
    const before = standing(context);
    const answer = await workFor(this, { do: "improve", position, claim, ...(places.chosen.length && { places: places.chosen }) }, "verdict", context);
    if (!answer) return;
    const best = answer.best ?? this.heard?.best ?? [];
    const text = answer.error ?? `${best.length || answer.sound ? "" : "No change helps. "}As it is: ${answer.text}.`;
    places.forget(context);
    this.improved = { text, before, best: [{ text: "the draft as it was", sound: answer.sound, position }, ...best] };
    context.refresh();
  },

  listed(context) {
    if (!this.improved) return null;
    const { text, best } = this.improved;
    return [
      element("p", { class: best.some(({ sound }) => sound) ? "good" : "notice" }, text),
      best.length > 1 && element("ol", { id: "improved" }, best.map((each) => element("li", {},
        button(capital(each.text), () => this.setUp(each.position, context), { class: "turn", "aria-pressed": String(isSame(each.position, context)) })))),
    ];
  },

  /** Puts a draft on the board; the browser's way back leads to the game before. */
  setUp(position, context) {
    this.verdict = null;
    history.pushState({ place: "analyse" }, "", location.href);
    return context.session.open({ game: context.session.game, text: JSON.stringify(position) });
  },
};

const keyOf = ({ session }) => JSON.stringify(session.shown.position);
const isSame = (position, context) => JSON.stringify(position) === keyOf(context);

/** What stands at each place of the board. */
const standing = ({ board }) => new Map([...board.places].map(([id, place]) => [id, [place.textContent, place.dataset.fill, place.dataset.shape].join(" ")]));

/** The places at which something else stands than before. */
function changedSince(before, context) {
  return [...standing(context)].filter(([id, what]) => before.get(id) !== what).map(([id]) => id);
}

/** Sits on the board while places are chosen on which anything may stand. */
const places = {
  isOpen: false,
  chosen: [],
  about: "",

  toggle(context) {
    const isOpen = !this.isOpen;
    this.forget(context);
    this.isOpen = isOpen;
    context.invite(isOpen ? this : null);
    this.refresh = context.refresh;
    context.refresh();
  },

  /** Forgets what was chosen, and leaves the board to the game. */
  forget(context) {
    if (this.isOpen) context.invite(null);
    Object.assign(this, { isOpen: false, chosen: [], about: keyOf(context) });
  },

  pick(id) {
    this.chosen = this.chosen.includes(id) ? this.chosen.filter((other) => other !== id) : [...this.chosen, id];
    this.refresh();
  },

  sweep(ids) {
    this.chosen = [...new Set([...this.chosen, ...ids])];
    this.refresh();
    return true;
  },

  drag() {},

  undo() {
    this.chosen = this.chosen.slice(0, -1);
    this.refresh();
  },

  show({ board, parts, session }) {
    board.show(session.shown.drawing, { chosen: this.chosen, label: session.shown.caption });
    parts.menu.hidden = parts.ended.hidden = parts.refusal.hidden = true;
    fill(parts.status, element("b", {}, "What may change"), element("span", { class: "hint" }, "The places that you click are tried with anything on them."));
    fill(parts.bar, button("Undo", () => this.undo(), { class: "outline", disabled: !this.chosen.length }));
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
