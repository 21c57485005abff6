// The panel to think: forced wins, threats as arrows, how many turns there are, leaves of the tree.

import { work } from "./ask.mjs";
import { button, element, fill, select } from "./elements.mjs";

export const thinking = {
  title: "Think",
  depth: "2",
  plies: "2",
  going: null,
  result: null,
  threats: [],
  about: "",

  leave(context) {
    this.going?.abort();
    context.board.threaten([]);
  },

  show(container, context) {
    const key = JSON.stringify(context.session.shown.position);
    if (key !== this.about) {
      this.going?.abort();
      Object.assign(this, { about: key, going: null, result: null, threats: [] });
    }
    context.board.threaten(context.session.step?.parts.length ? [] : this.threats);
    const output = element("div", { "aria-live": "polite", id: "thought" }, this.going ? waiting("Thinking …") : this.result);
    const ask = (question) => this.start({ position: context.session.shown.position, ...question }, context);
    fill(container, element("h2", {}, "Think"),
      element("div", { class: "bar" },
        select("Turns ahead", ["1", "2", "3", "4"].map((depth) => [depth, depth]), this.depth, (depth) => { this.depth = depth; }),
        button("Look for a forced win", () => ask({ do: "think", depth: Number(this.depth) }), { class: "primary", disabled: Boolean(this.going) }),
        button("Stop", () => this.going?.abort(), { disabled: !this.going })),
      element("div", { class: "bar" },
        select("Plies", ["1", "2", "3", "4"].map((depth) => [depth, depth]), this.plies, (depth) => { this.plies = depth; }),
        button("Count the turn tree", () => ask({ do: "perft", depth: Number(this.plies) }), { disabled: Boolean(this.going) })),
      output);
  },

  async start(question, context) {
    const answer = await workFor(this, question, "thought", context);
    if (!answer) return;
    if (question.do === "think" && !answer.error) this.threats = answer.threats.map((threat) => threat.shape).filter(Boolean);
    this.result = answer.error ? element("p", {}, answer.error) : question.do === "think" ? thought(answer, context) : counted(answer);
    context.refresh();
  },
};

/**
 * The answer to a question that takes long, or `error`, why there is none; null once the panel is about something else.
 * Meanwhile `panel.going` ends it, and the element with the id `place` says how it goes. What was said last stays in `panel.heard`.
 */
export async function workFor(panel, question, place, { refresh }) {
  const going = new AbortController();
  Object.assign(panel, { going, heard: null });
  refresh();
  const progress = (said) => {
    panel.heard = said;
    const output = document.getElementById(place);
    if (output) fill(output, waiting(said.text));
  };
  const answer = await work(question, progress, going.signal)
    .catch((error) => ({ error: error.name === "AbortError" ? "Stopped." : error.message }));
  if (panel.going !== going) return null;
  panel.going = null;
  return answer;
}

function waiting(text) {
  return [element("p", {}, text), element("progress", { "aria-label": text })];
}

function thought({ text, line, threats }, { session, board }) {
  return element("div", {},
    element("p", { class: "good" }, text),
    line.length
      ? element("p", {}, element("code", {}, line.join("  ")), " ", button("Play this line", async () => {
        for (const turn of line) await session.play(turn);
      }))
      : null,
    threats.length
      ? element("div", {}, element("p", {}, "The other side threatens:"), element("div", { class: "bar" }, threats.map(({ turn, shape, about }) => {
        const show = () => board.hint(about, shape);
        return button(turn, show, { class: "turn", onpointerenter: show, onfocus: show });
      })))
      : null);
}

function counted({ total, by }) {
  return element("div", {}, element("p", { class: "good" }, `${total} leaves.`),
    element("details", {}, element("summary", {}, "by first turn"), element("div", { class: "scroll" },
      element("table", {}, element("tbody", {}, by.slice(0, 500).map(([turn, leaves]) => element("tr", {},
        element("th", { scope: "row" }, element("code", {}, turn)), element("td", {}, leaves))))))));
}
