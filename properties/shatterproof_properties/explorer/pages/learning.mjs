// The place to learn a game: what it is about on one page, with examples that open on the board.

import { ask } from "./ask.mjs";
import { capital, element, fill } from "./elements.mjs";
import { blocks } from "./text_blocks.mjs";

export const learning = {
  title: "Learn",
  game: "",
  shown: null,

  view: () => "read",

  show(container, context) {
    const { game } = context.session;
    if (this.game !== game) {
      Object.assign(this, { game, shown: element("div", { class: "text" }, element("p", {}, "Loading …")) });
      this.load(this.shown, context);
    }
    if (this.shown.parentElement !== container) fill(container, this.shown);
  },

  async load(place, context) {
    const { game } = this;
    try {
      const lesson = await ask({ do: "lesson", game });
      fill(place, element("h2", {}, `${capital(game)}: the game on one page`), blocks(lesson.blocks, context));
    } catch (error) {
      fill(place, element("p", { class: "notice" }, error.message));
    }
  },
};
