// The panel to think: forced wins, threats as arrows, how many turns there are.

import { work } from "./ask.mjs";
import { button, element, fill, select } from "./elements.mjs";

export const thinking = {
  title: "Think",
  depth: "2",
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
    fill(container, element("h2", {}, "Think"),
      element("div", { class: "bar" },
        select("Turns ahead", ["1", "2", "3", "4"].map((depth) => [depth, depth]), this.depth, (depth) => { this.depth = depth; }),
        button("Look for a forced win", () => this.start(context), { class: "primary", disabled: Boolean(this.going) }),
        button("Stop", () => this.going?.abort(), { disabled: !this.going })),
      output);
  },

  async start(context) {
    const { position } = context.session.shown;
    const answer = await workFor(this, { do: "think", position, depth: Number(this.depth) }, "thought", context);
    if (!answer) return;
    this.threats = (answer.threats ?? []).map(({ shape }) => shape).filter(Boolean);
    this.result = answer.error ? element("p", {}, answer.error) : thought(answer, context);
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
