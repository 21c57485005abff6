// The panel to learn the game at hand: the game on one page, with its pictures and a game to step through.

import { ask } from "./ask.mjs";
import { blocks } from "./blocks.mjs";
import { capital, element, fill } from "./elements.mjs";

export const learning = {
  title: "Learn",
  game: "",
  shown: null,

  show(container, context) {
    const { game } = context.session;
    if (this.game !== game) {
      Object.assign(this, { game, shown: element("div", {}, element("p", {}, "Loading …")) });
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
