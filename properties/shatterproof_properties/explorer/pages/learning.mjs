// The place to learn a game: steps on the board with a task each, and below them the game on one page.

import { ask } from "./ask.mjs";
import { button, capital, element, fill } from "./elements.mjs";
import { blocks } from "./text_blocks.mjs";

/** A step at hand: what the session asks for turns meanwhile. */
class Step {
  constructor(game, steps, number, context) {
    Object.assign(this, { game, steps, number, context, verdict: "", isDone: false, found: [] });
  }

  begin() {
    Object.assign(this, { verdict: "", isDone: false });
    const { session, seeBoard } = this.context;
    return session.act(async () => {
      await session.opened(await ask({ do: "open", code: this.steps[this.number].code }), this);
      seeBoard();
    });
  }

  get canTakeBack() {
    return this.context.session.lines.at > 0;
  }

  takeBack() {
    return this.begin();
  }

  show({ asked, judged }) {
    const { game, steps, number, verdict, isDone, context } = this;
    const open = (next) => learning.open(next, context);
    const isLast = number === steps.length - 1;
    const main = { class: "primary" };
    fill(asked, element("p", { class: "soft" }, `Step ${number + 1} of ${steps.length}`),
      element("p", {}, steps[number].text), element("p", { class: "task" }, steps[number].task));
    fill(judged, verdict && element("p", { class: isDone ? "good" : "notice", id: "step-verdict" }, verdict),
      element("div", { class: "bar" },
        isDone && !isLast && button("Next", () => open(number + 1), main),
        isDone && isLast && button("Play a game", () => context.startNew({ game }), main),
        verdict && !isDone && button("Try again", () => open(number), main),
        number > 0 && button("Back", () => open(number - 1)),
        !isDone && !isLast && button("Skip", () => open(number + 1))));
  }

  /** A turn that the rules allow: whether it does what was asked. */
  async played(played, did) {
    const { session, say, refresh } = this.context;
    const isFirst = session.lines.at === 0;
    await session.follow(played, did);
    if (!isFirst) return;
    const { done, example } = await ask({ do: "task", game: this.game, number: this.number, turn: played.turn });
    this.isDone = done;
    this.verdict = done ? "Well done." : `That is a turn, but not the task. One that does it is ${example}.`;
    say(this.verdict);
    refresh();
  }
}

export const learning = {
  title: "Learn",
  game: "",
  steps: [],
  shown: null,

  view: () => "read",

  leave({ session }) {
    if (session.mode instanceof Step) {
      session.mode = null;
      // The game that was on the board before is there again.
      if (!session.restore("")) session.open({ game: this.game });
    }
    this.game = "";
  },

  show(container, context) {
    const { game } = context.session;
    if (this.game !== game) {
      Object.assign(this, { game, shown: element("div", { class: "text" }, element("p", {}, "Loading …")) });
      this.load(this.shown, context);
    }
    const begin = this.shown.querySelector("#begin");
    if (begin) begin.hidden = context.session.mode instanceof Step;
    if (this.shown.parentElement !== container) fill(container, this.shown);
  },

  async load(place, context) {
    const { game } = this;
    try {
      const lesson = await ask({ do: "lesson", game });
      this.steps = lesson.steps;
      fill(place, this.beginning(context), element("h2", {}, `${capital(game)}: the game on one page`), blocks(lesson.blocks, context));
      context.refresh();
    } catch (error) {
      fill(place, element("p", { class: "notice" }, error.message));
    }
  },

  open(number, context) {
    return new Step(this.game, this.steps, number, context).begin();
  },

  beginning(context) {
    return this.steps.length > 0 && element("div", { id: "begin", class: "card step" }, element("h2", {}, `Learn ${capital(this.game)} on the board`),
      element("p", {}, `${this.steps.length} short tasks, one after the other.`),
      element("div", { class: "bar" }, button("Begin", () => this.open(0, context), { class: "primary" })));
  },
};
