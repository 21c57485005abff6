// The panel of readings: change one and see what changes here; open the game in which two of them differ.

import { ask } from "./ask.mjs";
import { button, element, fill, select } from "./elements.mjs";
import { clauseLink } from "./rules.mjs";

const SHOWN = 40;

export const readings = {
  title: "Readings",
  chosen: {},
  game: "",

  show(container, context) {
    const { session } = context;
    if (this.game !== session.game) Object.assign(this, { game: session.game, chosen: {} });
    const game = context.games().games.find((each) => each.game === session.game);
    const difference = element("div", { "aria-live": "polite" });
    const list = element("div", {}, game.readings.map((reading) => this.row(reading, container, context)));
    fill(container, element("h2", {}, "Readings"),
      element("p", { class: "soft" }, "Where the texts of the rules leave a choice. Change one, and see what changes in this position."),
      difference, list);
    if (Object.keys(this.chosen).length) this.showDifference(difference, context);
  },

  row(reading, container, context) {
    const { session } = context;
    const inForce = session.lines.root.readings[reading.reading];
    const chosen = this.chosen[reading.reading] ?? inForce;
    const change = (value) => {
      if (value === inForce) delete this.chosen[reading.reading];
      else this.chosen[reading.reading] = value;
      this.show(container, context);
    };
    return element("div", { class: "card" },
      element("div", { class: "bar" }, clauseLink(reading.reading, context.openRule), reading.title ?? ""),
      element("div", { class: "bar" },
        select("Value", reading.values.map((value) => [value, value === inForce ? `${value} (in force)` : value]), chosen, change),
        chosen !== inForce && button(`Where do ${inForce} and ${chosen} differ?`, () => openWitness(reading.reading, inForce, chosen, context))));
  },

  async showDifference(place, context) {
    const { session } = context;
    const { position } = session.shown;
    try {
      const answer = await ask({ do: "readings", position, readings: this.chosen });
      fill(place, told(answer),
        answer.problem ? null : button("Play on from here under these readings", () => {
          const { readings: _, ...bare } = position;
          const all = { ...session.lines.root.readings, ...this.chosen };
          this.chosen = {};
          session.open({ game: session.game, text: JSON.stringify(bare), readings: all });
        }, { class: "main" }));
    } catch (error) {
      fill(place, element("p", { class: "notice" }, error.message));
    }
  },
};

function told({ problem, gained, lost, changed }) {
  if (problem) return element("p", { class: "notice" }, `This position could not be: ${problem.text}`);
  if (!gained.length && !lost.length && !changed.length) return element("p", { class: "good" }, "Nothing changes in this position.");
  return [
    turnList("Becomes legal", gained.map((turn) => [turn.turn ?? turn])),
    turnList("Becomes illegal", lost.map((turn) => [turn.turn ?? turn])),
    turnList("Other results", changed.map(({ turn, was, becomes }) => [turn, `: ${worded(was)} → ${worded(becomes)}`])),
  ];
}

function worded(result) {
  return typeof result === "string" ? result : result?.text ?? result?.summary ?? "goes on";
}

function turnList(title, rows) {
  if (!rows.length) return null;
  return element("section", {}, element("h3", {}, `${title}: ${rows.length}`),
    element("ul", {}, rows.slice(0, SHOWN).map(([turn, rest]) => element("li", {}, element("code", {}, turn), rest ?? ""))),
    rows.length > SHOWN ? element("p", { class: "soft" }, `and ${rows.length - SHOWN} more`) : null);
}

async function openWitness(reading, one, other, { session, say, openPanel }) {
  const witness = await ask({ do: "witness", reading, one, other });
  if (!witness?.start) return say(witness?.text ?? "No game shows it: play cannot lead to such a position.");
  openPanel("playing");
  await session.open({ text: JSON.stringify(witness.start.position ?? witness.start) });
  for (const turn of witness.turns) await session.play(turn);
  return say(witness.text);
}
