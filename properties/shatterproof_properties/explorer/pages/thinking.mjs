// The panel to think: forced wins, threats as arrows, how many turns there are, leaves of the tree.

import { work } from "./ask.mjs";
import { button, element, fill, select } from "./elements.mjs";

export const thinking = {
  title: "Think",
  depth: "2",
  plies: "2",
  going: null,
  result: null,
  about: "",

  leave(context) {
    this.going?.abort();
    context.board.arrows([], "threat");
  },

  show(container, context) {
    const key = JSON.stringify(context.session.shown.position);
    if (key !== this.about) {
      this.going?.abort();
      Object.assign(this, { about: key, going: null, result: null });
    }
    const output = element("div", { "aria-live": "polite" }, this.going ? waiting("thinking") : this.result);
    const ask = (question) => this.start({ position: context.session.shown.position, ...question }, output, container, context);
    fill(container, element("h2", {}, "Think"),
      element("div", { class: "bar" },
        select("Turns ahead", ["1", "2", "3", "4"].map((depth) => [depth, depth]), this.depth, (depth) => { this.depth = depth; }),
        button("Look for a forced win", () => ask({ do: "think", depth: Number(this.depth) }), { class: "main", disabled: Boolean(this.going) }),
        button("Stop", () => this.going?.abort(), { disabled: !this.going })),
      element("div", { class: "bar" },
        select("Plies", ["1", "2", "3", "4"].map((depth) => [depth, depth]), this.plies, (depth) => { this.plies = depth; }),
        button("Count the turn tree", () => ask({ do: "perft", depth: Number(this.plies) }), { disabled: Boolean(this.going) })),
      output);
  },

  async start(question, output, container, context) {
    const going = new AbortController();
    this.going = going;
    this.show(container, context);
    const place = container.querySelector("[aria-live]");
    try {
      const answer = await work(question, (progress) => fill(place, waiting(progress.text, progress)), going.signal);
      this.result = question.do === "think" ? thought(answer, context) : counted(answer);
    } catch (error) {
      this.result = element("p", {}, error.name === "AbortError" ? "Stopped." : error.message);
    }
    if (this.going !== going) return;
    this.going = null;
    this.show(container, context);
  },
};

function waiting(text, { done = null, of = null } = {}) {
  return [element("p", {}, `${text} …`), element("progress", { value: of ? done : undefined, max: of || 1, "aria-label": text })];
}

const WORDS = {
  wins: "The side to move can force a win.",
  "is-mated": "The side to move loses, whatever it does.",
  neither: "Neither side can force a win so soon.",
  unknown: "It could not be found out.",
};

function thought(answer, { session, board }) {
  if (answer.threats?.length) {
    board.hint([], answer.threats[0].arrow);
  }
  return element("div", {},
    element("p", { class: "good" }, WORDS[answer.verdict] ?? answer.verdict, ` There are ${answer.count} turns here.`),
    answer.turns?.length ? element("p", {}, "Winning turns: ", answer.turns.map((turn) => [button(turn.turn ?? turn, () => session.play(turn.turn ?? turn), { class: "turn" }), " "])) : null,
    answer.line?.length ? element("p", {}, "For instance: ", element("code", {}, answer.line.join(" "))) : null,
    answer.threats?.length
      ? element("div", {}, element("p", {}, "Threats of the other side, if it could move again:"),
        element("div", { class: "bar" }, answer.threats.map((threat) => button(threat.turn, () => board.hint([], threat.arrow), {
          class: "turn", onpointerenter: () => board.hint([], threat.arrow), onfocus: () => board.hint([], threat.arrow),
        }))))
      : null);
}

function counted({ total, by }) {
  return element("div", {}, element("p", { class: "good" }, `${total} leaves.`),
    element("details", {}, element("summary", {}, "by first turn"), element("div", { class: "scroll" },
      element("table", {}, element("tbody", {}, by.slice(0, 500).map(([turn, leaves]) => element("tr", {},
        element("th", { scope: "row" }, element("code", {}, turn)), element("td", {}, leaves))))))));
}
