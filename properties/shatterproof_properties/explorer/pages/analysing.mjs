// The place to analyse: the moves, and a panel for each way to look into a position.

import { button, element, fill } from "./elements.mjs";
import { comparing } from "./comparing.mjs";
import { composing } from "./composing.mjs";
import { hearMoves, movesCard } from "./moves.mjs";
import { readings } from "./readings.mjs";
import { settingUp } from "./setting_up.mjs";
import { thinking } from "./thinking.mjs";

const PANELS = { thinking, settingUp, readings, composing, comparing };

export const analysing = {
  title: "Analyse",
  panel: "thinking",

  show(container, context) {
    const shown = container.querySelector("#analysis");
    if (shown?.dataset.panel === this.panel) fill(container.querySelector("#tabs"), this.tabs(context));
    else {
      fill(container, element("div", { id: "tabs", role: "tablist", "aria-label": "Ways to analyse" }, this.tabs(context)),
        element("div", { id: "analysis", class: "card", role: "tabpanel", tabindex: "0", "data-panel": this.panel, "aria-labelledby": `tab-${this.panel}` }),
        element("div", { id: "analysed-moves" }));
    }
    PANELS[this.panel].show(container.querySelector("#analysis"), context);
    fill(container.querySelector("#analysed-moves"), this.panel === "settingUp" ? null : movesCard(context));
  },

  hear(container, context) {
    hearMoves(container, context);
    PANELS[this.panel].hear?.(container.querySelector("#analysis"), context);
  },

  enter(context) {
    PANELS[this.panel].enter?.(context);
  },

  leave(context) {
    PANELS[this.panel].leave?.(context);
  },

  open(name, context, places) {
    if (places.place === this) this.leave(context);
    const wasHere = places.place === this;
    this.panel = name;
    if (!wasHere) return places.open("analyse");
    this.enter(context);
    return context.refresh();
  },

  tabs(context) {
    const names = Object.keys(PANELS).filter((name) => !PANELS[name].hidden?.(context));
    const move = (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      context.open(names.at((names.indexOf(this.panel) + by) % names.length));
      document.getElementById(`tab-${this.panel}`).focus();
    };
    return names.map((name) => button(PANELS[name].title, () => context.open(name), {
      role: "tab", id: `tab-${name}`, "aria-controls": "analysis", "aria-selected": String(name === this.panel),
      tabindex: name === this.panel ? "0" : "-1", onkeydown: move,
    }));
  },
};
