// The panel of readings: change one and see what changes here; open the game in which two of them differ.

import { ask } from "./ask.mjs";
import { button, element, fill, picture, select } from "./elements.mjs";
import { clauseLink } from "./text_blocks.mjs";

const SHOWN = 40;
const PAIRS = 12;

export const readings = {
  title: "Readings",
  chosen: {},
  game: "",

  show(container, context) {
    const { session } = context;
    if (this.game !== session.game) Object.assign(this, { game: session.game, chosen: {} });
    const game = context.game();
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
        chosen !== inForce && button(`Where do ${inForce} and ${chosen} differ?`, async (event) => {
          const text = await openWitness(reading.reading, inForce, chosen, context);
          event.target.after(element("p", { class: "soft" }, text));
        })));
  },

  async showDifference(place, context) {
    const { session } = context;
    const { position } = session.shown;
    try {
      const answer = await ask({ do: "readings", position, readings: this.chosen });
      fill(place, differences(answer),
        answer.problem ? null : button("Play on from here under these readings", () => {
          const { readings: _, ...bare } = position;
          const all = { ...session.lines.root.readings, ...this.chosen };
          this.chosen = {};
          session.open({ game: session.game, text: JSON.stringify(bare), readings: all });
        }, { class: "primary" }));
    } catch (error) {
      fill(place, element("p", { class: "notice" }, error.message));
    }
  },
};

/** A question that is answered in its place: which other readings would change what becomes of a turn. */
export function changesButton(position, turn, openRule) {
  const place = element("div", { "aria-live": "polite" });
  fill(place, button("Would another reading change that?", async () => {
    const { changes } = await ask({ do: "explain", position, turn });
    fill(place, changes.length
      ? element("ul", {}, changes.map(({ reading, value, verdict, clause, text }) => element("li", {}, clauseLink(reading, openRule),
        ` = ${value}: ${verdict ?? "this position could not be"}`, clause && [" ", clauseLink(clause, openRule)], text && `: ${text}`)))
      : "No single reading would.");
  }));
  return place;
}

function differences({ problem, gained, lost, changed, more }) {
  if (problem) return element("p", { class: "notice" }, `This position could not be: ${problem.text}`);
  const none = !gained.length && !lost.length && !changed.length;
  return [
    none ? element("p", { class: "good" }, "Nothing changes in this position", more ? ", as far as was looked." : ".") : null,
    turnList("Becomes legal", gained.map((turn) => [turn])),
    turnList("Becomes illegal", lost.map(({ turn, refusal }) => [turn, ` ${refusal.reason} (${refusal.clause})`])),
    changed.length ? element("section", {}, element("h3", {}, `Other results: ${changed.length}`), changed.slice(0, PAIRS).map(pair)) : null,
    more && !none ? element("p", { class: "soft" }, "There may be more.") : null,
  ];
}

function pair({ turn, was, becomes }) {
  const sides = [["now", was], ["then", becomes]];
  return element("details", {}, element("summary", {}, element("code", {}, turn)),
    element("div", { class: "pair" }, sides.map(([name, shown]) => element("figure", {}, picture(shown.drawing),
      element("figcaption", {}, `${name}: ${shown.outcome?.text ?? shown.caption}`)))));
}

function turnList(title, rows) {
  if (!rows.length) return null;
  return element("section", {}, element("h3", {}, `${title}: ${rows.length}`),
    element("ul", {}, rows.slice(0, SHOWN).map(([turn, rest]) => element("li", {}, element("code", {}, turn), rest ?? ""))),
    rows.length > SHOWN ? element("p", { class: "soft" }, `and ${rows.length - SHOWN} more`) : null);
}

async function openWitness(reading, one, other, { session, say, open }) {
  const { code, text } = await ask({ do: "witness", reading, one, other });
  if (code) {
    open("play");
    await session.open({ code });
    session.edits.note(text);
  }
  say(text);
  return text;
}
