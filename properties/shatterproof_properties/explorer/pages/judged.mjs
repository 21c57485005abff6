// Beside the board while a puzzle is at hand: what was said to the last turn, hints, and ways to go on.

import { button, capital, element, fill } from "./elements.mjs";
import { clauseLink } from "./rules.mjs";
import { scoreInWords } from "./solved.mjs";
import { HINTS } from "./solving.mjs";

/** Shows how it goes with a puzzle; `next` opens the next one, null where there is none, `close` leads back to the list. */
export function showJudged(place, solving, { next, close }) {
  const { hints, round, isDone, isOver, told, solution } = solving;
  const isRight = told?.verdict === "solved";
  const main = { class: "main" };
  fill(place, solving.isFinding ? finding(solving) : null, verdict(solving),
    element("div", { class: "bar" },
      (isDone || solution) && next && button("Next puzzle", next, main),
      isRight && !isDone && button("The next defence", () => solving.restart(round + 1), main),
      isOver && !isRight && button("Try something else", () => solving.takeBack(), main),
      button("From the start", () => solving.restart(0)),
      isOver ? null : button(`Hint ${Math.min(hints.length + 1, HINTS)} of ${HINTS}`, () => solving.hint(), { id: "hint", disabled: hints.length >= HINTS }),
      isDone ? null : button("Show the solution", () => solving.showSolution(), { disabled: Boolean(solution) }),
      button("All puzzles", close)),
    hints.length ? element("ol", {}, hints.map((hint) => element("li", {}, hint.text))) : null);
}

/** What is to be found besides turns that win: a value among some, or turns that answer everything. */
function finding(solving) {
  const { asks, found, isPassed, isDone, puzzle, solver, context: { openRule, games } } = solving;
  if (asks.values.length) {
    return element("div", { class: "bar", role: "group", "aria-label": `The value of ${asks.reading}` },
      clauseLink(asks.reading, openRule), asks.values.map((value) => button(value, () => solving.find(value))));
  }
  const lost = capital(games().games.find((each) => each.game === puzzle.game).sides.find((side) => side !== solver));
  const how = isPassed
    ? `The board has the position after a pass of ${lost}. Play a turn: it is counted if it wins against some turns of ${lost}.`
    : `Play a turn of ${lost}, and then the one that answers it.`;
  return [
    element("p", {}, `Found ${found.length} of ${asks.number}`, found.length ? [": ", found.map((text, index) => [index ? "; " : "", element("code", {}, text)])] : "", "."),
    isDone ? null : element("p", { class: "soft" }, how),
    isDone || !asks.passed ? null : button(isPassed ? `Let ${lost} move first` : `Let ${lost} pass`, () => solving.turnOver(!isPassed)),
  ];
}

/** What the program said to the last turn, and how it went once all is done. */
function verdict({ told, context, isWaiting, isDone, isGivenUp, comment, score }) {
  if (isWaiting) return element("p", { id: "told" }, "The program looks at it. That takes ten seconds at most.", element("progress", { "aria-label": "judging" }));
  if (!told?.text) return null;
  const ending = context.session.shown.outcome?.text ?? "";
  const reason = told.verdict === "goes-on" || told.text.includes(ending) ? "" : ending;
  const how = isGivenUp ? "after the solution was shown" : `with ${scoreInWords(score)}`;
  return [
    element("p", { class: ["solved", "goes-on"].includes(told.verdict) ? "good" : "notice", id: "told" },
      isDone ? element("strong", {}, "Solved. ") : null, [told.text, reason].filter(Boolean).join(" ")),
    isDone ? element("p", {}, `Solved ${how}.`, comment ? ` ${comment}` : "") : null,
  ];
}
