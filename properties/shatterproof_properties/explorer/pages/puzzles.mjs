// The panel of puzzles: the collection, solving by clicking, hints, the solution as a tree, and what was solved.

import { ask } from "./ask.mjs";
import { button, capital, element, fill, select } from "./elements.mjs";

const STORE = "shatterproof.solved";
const HINTS = 3;

function solved() {
  try {
    return new Set(JSON.parse(localStorage.getItem(STORE) ?? "[]"));
  } catch {
    return new Set();
  }
}

function keep(id) {
  localStorage.setItem(STORE, JSON.stringify([...solved().add(id)]));
}

/** A puzzle that is being solved: the program defends, and answers a try by the turn that refutes it. */
class Solving {
  constructor(puzzle, context) {
    this.puzzle = puzzle;
    this.context = context;
    this.hints = [];
    this.told = null;
    this.tree = null;
  }

  async begin() {
    const { puzzle, context } = this;
    const { position } = puzzle.start;
    await context.session.opened({ game: puzzle.game, board: puzzle.board, readings: puzzle.readings, start: puzzle.start }, this);
    this.told = null;
    context.say(`${puzzle.statement} ${puzzle.start.caption}`);
    context.refresh();
    return position;
  }

  /** A turn of the solver, that the rules allow. */
  async played(played, did) {
    const { session, say, refresh } = this.context;
    await session.follow(played);
    session.lines.node.did = did;
    const answer = await ask({ do: "try", id: this.puzzle.id, turns: session.lines.turns() });
    this.told = answer;
    if (answer.answer) await session.follow(answer.answer);
    if (answer.verdict === "solved") keep(this.puzzle.id);
    say(`${played.turn}. ${answer.text} ${answer.answer ? `The answer is ${answer.answer.turn}.` : ""}`);
    refresh();
  }

  /** Back to where the solver can try something else. */
  async again() {
    const { session } = this.context;
    const { length } = session.lines.path();
    const before = session.lines.path()[Math.max(0, length - (this.told?.answer ? 3 : 2))];
    this.told = null;
    await session.go(before.id);
  }

  async hint() {
    const { board, refresh } = this.context;
    const hint = await ask({ do: "hint", id: this.puzzle.id, number: this.hints.length + 1 });
    this.hints.push(hint);
    refresh();
    board.hint(hint.about ?? []);
  }

  async solution() {
    this.tree = (await ask({ do: "solution", id: this.puzzle.id })).tree;
    this.context.refresh();
  }
}

export const puzzles = {
  title: "Puzzles",
  list: null,
  filter: { game: "", theme: "", difficulty: "", open: "" },
  solving: null,

  show(container, context) {
    if (this.solving && context.session.mode === this.solving) return showSolving(container, this.solving, () => this.close(context));
    this.solving = null;
    if (!this.list) {
      fill(container, element("h2", {}, "Puzzles"), element("p", {}, "Loading …"));
      return ask({ do: "puzzles" }).then(({ puzzles: list }) => {
        this.list = list;
        context.refresh();
      }, (error) => fill(container, element("p", { class: "notice" }, error.message)));
    }
    const known = solved();
    const found = this.list.filter((puzzle) => this.fits(puzzle, known));
    return fill(container, element("h2", {}, "Puzzles"), this.filters(context),
      element("p", { class: "soft", role: "status" }, `${found.length} of ${this.list.length}; ${known.size} solved`),
      element("ul", { class: "cards" }, found.map((puzzle) => this.card(puzzle, known, context))));
  },

  fits(puzzle, known) {
    const { game, theme, difficulty, open } = this.filter;
    return (!game || puzzle.game === game) && (!theme || puzzle.themes.includes(theme))
      && (!difficulty || String(puzzle.difficulty) === difficulty) && (!open || !known.has(puzzle.id));
  },

  filters(context) {
    const values = (one) => [["", "all"], ...[...new Set(this.list.flatMap(one))].sort().map((value) => [String(value), String(value)])];
    const change = (name) => (value) => {
      this.filter[name] = value;
      context.refresh();
    };
    return element("div", { class: "bar" },
      select("Game", values((puzzle) => puzzle.game), this.filter.game, change("game")),
      select("Theme", values((puzzle) => puzzle.themes), this.filter.theme, change("theme")),
      select("Difficulty", values((puzzle) => puzzle.difficulty ?? []), this.filter.difficulty, change("difficulty")),
      select("Show", [["", "all"], ["open", "not yet solved"]], this.filter.open, change("open")));
  },

  card(puzzle, known, context) {
    return element("li", { class: "card" }, element("h3", {}, puzzle.title || puzzle.id),
      element("p", { class: "soft" }, [capital(puzzle.game), puzzle.board, puzzle.claim].join(", ")),
      puzzle.difficulty ? element("p", { class: "soft" }, `Difficulty ${puzzle.difficulty} of 5`) : null,
      known.has(puzzle.id) ? element("p", { class: "good" }, "✓ solved") : null,
      button("Solve", () => this.open(puzzle.id, context)));
  },

  async open(id, context) {
    try {
      this.solving = new Solving(await ask({ do: "puzzle", id }), context);
      await this.solving.begin();
    } catch (error) {
      context.say(error.message);
    }
  },

  close(context) {
    this.solving = null;
    context.session.mode = null;
    context.refresh();
  },
};

function showSolving(container, solving, close) {
  const { puzzle, told, hints } = solving;
  const over = told && told.verdict !== "goes-on";
  fill(container, element("h2", {}, puzzle.title || puzzle.id),
    element("p", {}, element("strong", {}, puzzle.statement)),
    element("p", { class: "soft" }, "Solve it on the board."),
    told ? element("p", { class: told.verdict === "wrong" ? "notice" : "good", id: "told" }, told.text,
      told.answer ? [" ", told.verdict === "wrong" ? "Refuted by " : "The answer: ", element("code", {}, told.answer.turn)] : "") : null,
    element("div", { class: "bar" },
      over && button("Try again from here", () => solving.again(), { class: "main" }),
      button("From the start", () => solving.begin()),
      button(`Hint ${Math.min(hints.length + 1, HINTS)} of ${HINTS}`, () => solving.hint(), { disabled: hints.length >= HINTS }),
      button("Show the solution", () => solving.solution(), { disabled: Boolean(solving.tree) }),
      button("All puzzles", close)),
    hints.length ? element("ol", {}, hints.map((hint) => element("li", {}, hint.text))) : null,
    solving.tree ? element("section", {}, element("h3", {}, "Solution"), tree(solving.tree)) : null);
}

/** A solution as nested lists. */
function tree(turns) {
  return element("ul", { class: "tree" }, turns.map(({ turn, comment, then }) => {
    const text = [element("code", {}, turn), comment ? ` ${comment}` : ""];
    return element("li", {}, then?.length ? element("details", { open: true }, element("summary", {}, text), tree(then)) : text);
  }));
}
