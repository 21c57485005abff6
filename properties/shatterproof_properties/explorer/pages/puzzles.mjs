// The panel of puzzles: the collection, the puzzle that is being solved, and beside the board what was said to the last turn.

import { ask } from "./ask.mjs";
import { listOfChoices } from "./choices.mjs";
import { button, capital, download, element, fill, select } from "./elements.mjs";
import { movesCard } from "./moves.mjs";
import { whatHappened } from "./playing.mjs";
import { clauseLink } from "./text_blocks.mjs";
import { HINTS, record, recordText, scoreInWords, solvedDigests, Solving, streak } from "./solving.mjs";
import { ofTab } from "./storage.mjs";

/** The puzzle that this tab is at, and the address below which it was solved. */
const AT_HAND = "puzzle";

const ON_A_SHEET = 24;
const PROGRAM = "shatterproof";

export const puzzles = {
  title: "Puzzles",
  list: null,
  filter: { game: "", stipulation: "", theme: "", difficulty: "", open: "" },

  show(container, context) {
    const solving = atHand(context.session);
    if (solving) return this.showSolving(container, solving, context);
    if (!this.list) {
      fill(container, element("h2", {}, "Puzzles"), element("p", {}, "Loading …"));
      return this.loaded().then(() => context.refresh(), (error) => fill(container, element("p", { class: "notice" }, error.message)));
    }
    const known = solvedDigests();
    const found = this.list.filter((puzzle) => this.fits(puzzle, known));
    const solved = this.list.filter((puzzle) => known.has(puzzle.digest)).length;
    return fill(container, element("h2", {}, "Puzzles"), this.filters(context),
      element("p", { class: "soft", role: "status" },
        [`${found.length} of ${this.list.length}`, `${solved} solved`, streak() > 1 && `${streak()} in a row without a fault`].filter(Boolean).join("; ")),
      element("div", { class: "bar" },
        found.length ? button("Solve the next one", () => this.open(this.next(found, known).id, context), { class: "primary" }) : null,
        found.length ? button(`Print ${found.length > ON_A_SHEET ? `the first ${ON_A_SHEET}` : found.length} as a sheet`, () => print(found, context), { class: "outline" }) : null,
        record().length ? button("Save the record", () => download("solved.jsonl", "application/jsonl", recordText()), { class: "outline" }) : null),
      element("ul", { class: "cards" }, found.map((puzzle) => this.card(puzzle, known, context))));
  },

  fits(puzzle, known) {
    const { game, stipulation, theme, difficulty, open } = this.filter;
    return (!game || puzzle.game === game) && (!stipulation || puzzle.stipulation === stipulation)
      && (!theme || puzzle.themes.includes(theme)) && (!difficulty || String(puzzle.difficulty) === difficulty)
      && (!open || !known.has(puzzle.digest));
  },

  /** The list has the whole page; a puzzle that is solved stands beside the board. */
  view({ session }) {
    return atHand(session) ? "board" : "wide";
  },

  filters(context) {
    const values = (one) => [["", "all"], ...[...new Set(this.list.flatMap(one))].sort().map((value) => [String(value), String(value)])];
    const change = (name) => (value) => {
      this.filter[name] = value;
      context.refresh();
    };
    return element("div", { class: "bar filters" },
      select("Game", values((puzzle) => puzzle.game).map(([game, name]) => [game, game ? capital(name) : name]), this.filter.game, change("game")),
      select("Task", values((puzzle) => puzzle.stipulation), this.filter.stipulation, change("stipulation")),
      select("Theme", values((puzzle) => puzzle.themes), this.filter.theme, change("theme")),
      select("Difficulty", values((puzzle) => puzzle.difficulty ?? []), this.filter.difficulty, change("difficulty")),
      select("Show", [["", "all"], ["open", "not yet solved"]], this.filter.open, change("open")));
  },

  card(puzzle, known, context) {
    const { title, id, game, board, statement, difficulty, author, dedication } = puzzle;
    return element("li", { class: "card" }, element("h3", {}, title || id),
      element("p", { class: "soft" }, `${capital(game)}, ${board}. ${statement}`),
      element("p", { class: "soft" }, [difficulty && `Difficulty ${difficulty}`, byline(author), dedication].filter(Boolean).join("; ")),
      known.has(puzzle.digest) ? element("p", { class: "good" }, "✓ solved") : null,
      button("Solve", () => this.open(id, context), { "aria-label": `Solve: ${title || id}` }));
  },

  open(id, context) {
    return context.session.act(async () => {
      const found = new Solving(await ask({ do: "puzzle", id }), context, showJudged);
      await this.loaded();
      await found.begin();
      context.board.focus();
      context.seeBoard();
    });
  },

  /** Goes on with the puzzle that this tab was at; whether there was one. */
  async resume(context) {
    const { address, ...kept } = ofTab.get(AT_HAND) ?? {};
    if (!kept.id || address !== location.hash) return false;
    await this.open(kept.id, context);
    const solving = atHand(context.session);
    await solving?.goOn(kept);
    return Boolean(solving);
  },

  remember(session) {
    const solving = atHand(session);
    if (!solving) ofTab.remove(AT_HAND);
    else if (!solving.isReplaying) ofTab.set(AT_HAND, { ...solving.kept(), address: location.hash });
  },

  next(found, known) {
    return found.find((each) => !known.has(each.digest)) ?? found[0];
  },

  /** The next puzzle of the list that is not yet solved; undefined if there is none. */
  following(puzzle) {
    const known = solvedDigests();
    const index = this.list?.findIndex((each) => each.id === puzzle.id) ?? -1;
    return this.list && [...this.list.slice(index + 1), ...this.list.slice(0, index)].find((each) => this.fits(each, known) && !known.has(each.digest));
  },

  async loaded() {
    this.list ??= (await ask({ do: "puzzles" })).puzzles;
  },

  close(context) {
    context.session.mode = null;
    context.session.go(context.session.lines.at);
  },

  showSolving(container, solving, context) {
    const { puzzle, judgement, round, rounds, solution, lastTry } = solving;
    fill(container, element("section", { class: "card puzzle" }, element("h2", {}, puzzle.title || puzzle.id), head(solving)),
      rounds > 1 ? element("p", { class: "soft" }, `Defence ${round + 1} of ${rounds}`) : null,
      judgement?.verdict === "wrong" ? lastTry.map((node) => whatHappened(node, context)) : null,
      solution ? shownSolution(solution) : null, movesCard(context), listOfChoices(context));
  },

};

function atHand({ mode }) {
  return mode instanceof Solving ? mode : null;
}

function byline(author) {
  return author && author !== PROGRAM ? `by ${author}` : "";
}

function print(found, { session }) {
  return session.act(async () => {
    const { sheet } = await ask({ do: "sheet", ids: found.slice(0, ON_A_SHEET).map(({ id }) => id) });
    download("puzzles.html", "text/html", sheet);
  });
}

function head({ puzzle, solver }) {
  const made = [byline(puzzle.author), puzzle.dedication, puzzle.difficulty && `difficulty ${puzzle.difficulty} of 5`];
  return [
    element("p", {}, `You are ${capital(solver)}.`, puzzle.under ? ` Under ${puzzle.under}.` : ""),
    puzzle.note ? element("p", {}, puzzle.note) : null,
    element("p", { class: "soft" }, capital(made.filter(Boolean).join("; "))),
  ];
}

function shownSolution({ said, lines, comment, source }) {
  return element("section", { id: "solution" }, element("h3", {}, "Solution"),
    said ? element("p", {}, said) : null,
    lines.map(({ depth, text }) => element("p", { class: "notation", "data-depth": Math.min(depth, 3) }, text)),
    comment ? element("p", {}, comment) : null,
    source ? element("p", { class: "soft" }, `Source: ${source}`) : null);
}

function showJudged({ asked, judged }, solving) {
  const { hints, round, isDone, isOver, judgement, solution, context } = solving;
  const next = isDone || solution ? puzzles.following(solving.puzzle) : null;
  const isRight = judgement?.verdict === "solved";
  const main = { class: "primary" };
  fill(asked, element("p", { class: "task" }, solving.puzzle.statement));
  fill(judged, solving.isFinding ? finding(solving) : null, verdict(solving),
    element("div", { class: "bar" },
      next && button("Next puzzle", () => puzzles.open(next.id, context), main),
      isRight && !isDone && button("The next defence", () => solving.restart(round + 1), main),
      isOver && !isRight && button("Try something else", () => solving.takeBack(), main),
      button("From the start", () => solving.restart(0)),
      isOver ? null : button(`Hint ${Math.min(hints.length + 1, HINTS)} of ${HINTS}`, () => solving.hint(), { id: "hint", disabled: hints.length >= HINTS }),
      isDone ? null : button("Show the solution", () => solving.showSolution(), { disabled: Boolean(solution) }),
      button("All puzzles", () => puzzles.close(context))),
    hints.length ? element("ol", {}, hints.map((hint) => element("li", {}, hint.text))) : null);
}

/** What is to be found besides turns that win: a value among some, or turns that answer everything. */
function finding(solving) {
  const { asks, found, isPassed, isDone, puzzle, solver, context: { openRule, game } } = solving;
  if (asks.values.length) {
    return element("div", { class: "bar", role: "group", "aria-label": `The value of ${asks.reading}` },
      clauseLink(asks.reading, openRule), asks.values.map((value) => button(value, () => solving.find(value))));
  }
  const lost = capital(game(puzzle.game).sides.find((side) => side !== solver));
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
function verdict({ judgement, context, isWaiting, isDone, isGivenUp, comment, score }) {
  if (isWaiting) return element("p", { id: "judgement" }, "The program looks at it. That takes ten seconds at most.", element("progress", { "aria-label": "judging" }));
  if (!judgement?.text) return null;
  const ending = context.session.shown.outcome?.text ?? "";
  const reason = judgement.verdict === "goes-on" || judgement.text.includes(ending) ? "" : ending;
  const how = isGivenUp ? "after the solution was shown" : scoreInWords(score);
  return [
    element("p", { class: ["solved", "goes-on"].includes(judgement.verdict) ? "good" : "notice", id: "judgement" },
      isDone ? element("strong", {}, "Solved. ") : null, [judgement.text, reason].filter(Boolean).join(" ")),
    isDone ? element("p", {}, `Solved ${how}.`, comment ? ` ${comment}` : "") : null,
  ];
}
