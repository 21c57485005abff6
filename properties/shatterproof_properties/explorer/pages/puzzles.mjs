// The panel of puzzles: the collection, solving by clicking, hints, the solution as a tree, and what was solved.

import { ask } from "./ask.mjs";
import { button, capital, element, fill, select } from "./elements.mjs";
import { whatHappened } from "./playing.mjs";

const STORE = "shatterproof.solved";
/** The puzzle that this tab is at: its id, the round, the solver's turns, and the address below which it was solved. */
const AT_HAND = "shatterproof.puzzle";
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
  constructor({ puzzle, ...rest }, context) {
    Object.assign(this, { puzzle, ...rest, context });
    this.round = 0;
    this.solution = null;
  }

  /** Begins anew; where a side is mated, the program has the first turn. */
  async begin(round = this.round) {
    const { puzzle, board, readings, start, context } = this;
    Object.assign(this, { round, hints: [], told: null });
    await context.session.opened({ game: puzzle.game, board, readings, start }, this);
    const told = await this.ask("try", { round });
    if (told.answer) {
      await context.session.follow(told.answer);
      this.told = told;
    }
    context.say([puzzle.statement, told.answer && told.text, start.caption].filter(Boolean).join(" "));
    context.refresh();
  }

  ask(what, more) {
    return ask({ do: what, id: this.puzzle.id, turns: this.context.session.lines.turns(), ...more });
  }

  /** A turn of the solver, that the rules allow. */
  async played(played, did) {
    const { session, say, refresh } = this.context;
    await session.follow(played, did);
    session.lines.node.isTry = true;
    this.told = await this.ask("try", { round: this.round });
    const { verdict, answer, text } = this.told;
    if (answer) await session.follow(answer);
    if (verdict === "solved" && this.round === this.rounds - 1) keep(this.puzzle.id);
    this.hints = [];
    say(`${played.turn}. ${text}`);
    refresh();
  }

  /** The turns of the solver that have led here. */
  get tries() {
    return this.context.session.lines.path().filter((node) => node.isTry).map((node) => node.turn);
  }

  get isOver() {
    return this.told?.verdict === "solved" || this.told?.verdict === "wrong" || this.told?.verdict === "illegal";
  }

  /** Back to where the solver can try something else. */
  async again() {
    const { session } = this.context;
    const path = session.lines.path();
    const before = path[Math.max(0, path.length - (this.told?.answer ? 3 : 2))];
    this.told = null;
    await session.go(before.id);
  }

  restart(round) {
    return this.context.session.act(() => this.begin(round));
  }

  async hint() {
    const { board, refresh, session } = this.context;
    await session.act(async () => {
      const hint = await this.ask("hint", { number: this.hints.length + 1 });
      this.hints.push(hint);
      refresh();
      board.hint(hint.about);
    });
  }

  async showSolution() {
    this.solution = (await ask({ do: "solution", id: this.puzzle.id })).tree;
    this.context.refresh();
  }
}

export const puzzles = {
  title: "Puzzles",
  list: null,
  filter: { game: "", theme: "", difficulty: "", open: "" },
  solving: null,

  show(container, context) {
    if (this.solving && context.session.mode === this.solving) return this.showSolving(container, context);
    this.solving = null;
    if (!this.list) {
      fill(container, element("h2", {}, "Puzzles"), element("p", {}, "Loading …"));
      return this.loaded().then(() => context.refresh(), (error) => fill(container, element("p", { class: "notice" }, error.message)));
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
      element("p", { class: "soft" }, `${capital(puzzle.game)}, ${puzzle.board}. ${puzzle.statement}`),
      puzzle.difficulty ? element("p", { class: "soft" }, `Difficulty ${puzzle.difficulty}`) : null,
      known.has(puzzle.id) ? element("p", { class: "good" }, "✓ solved") : null,
      button("Solve", () => this.open(puzzle.id, context)));
  },

  open(id, context, round = 0) {
    return context.session.act(async () => {
      const found = new Solving(await ask({ do: "puzzle", id }), context);
      this.solving = found;
      await this.loaded();
      await found.begin(round);
    });
  },

  /** Goes on with the puzzle that this tab was at; whether there was one. */
  async resume(context) {
    const { id, round, tries, address } = JSON.parse(sessionStorage.getItem(AT_HAND) ?? "{}");
    if (!id || address !== location.hash) return false;
    await this.open(id, context, round);
    for (const turn of tries) await context.session.play(turn);
    return Boolean(context.session.lines);
  },

  /** Keeps the puzzle at hand for a reload of the page. */
  remember({ mode }) {
    if (mode !== this.solving || !mode) return sessionStorage.removeItem(AT_HAND);
    const { puzzle, round, tries } = mode;
    return sessionStorage.setItem(AT_HAND, JSON.stringify({ id: puzzle.id, round, tries, address: location.hash }));
  },

  /** The next puzzle of the list that is not yet solved; undefined if there is none. */
  following(puzzle) {
    const known = solved();
    const index = this.list?.findIndex((each) => each.id === puzzle.id) ?? -1;
    return this.list && [...this.list.slice(index + 1), ...this.list.slice(0, index)].find((each) => this.fits(each, known) && !known.has(each.id));
  },

  async loaded() {
    this.list ??= (await ask({ do: "puzzles" })).puzzles;
  },

  close(context) {
    this.solving = null;
    context.session.mode = null;
    context.session.go(context.session.lines.at);
  },

  showSolving(container, context) {
    const { solving } = this;
    const { puzzle, told, hints, round, rounds, solution } = solving;
    const isRight = told?.verdict === "solved";
    const isDone = isRight && round === rounds - 1;
    const following = isDone ? this.following(puzzle) : null;
    fill(container, element("h2", {}, puzzle.title || puzzle.id),
      element("p", {}, element("strong", {}, puzzle.statement)),
      rounds > 1 ? element("p", { class: "soft" }, `Defence ${round + 1} of ${rounds}`) : null,
      verdict(solving, isDone),
      element("div", { class: "bar" },
        following && button("Next puzzle", () => this.open(following.id, context), { class: "main" }),
        isRight && !isDone && button("The next defence", () => solving.restart(round + 1), { class: "main" }),
        solving.isOver && !isRight && button("Try something else", () => solving.again(), { class: "main" }),
        button("From the start", () => solving.restart(0)),
        solving.isOver ? null : button(`Hint ${Math.min(hints.length + 1, HINTS)} of ${HINTS}`, () => solving.hint(), { disabled: hints.length >= HINTS }),
        isDone ? null : button("Show the solution", () => solving.showSolution(), { disabled: Boolean(solution) }),
        button("All puzzles", () => this.close(context))),
      hints.length ? element("ol", {}, hints.map((hint) => element("li", {}, hint.text))) : null,
      solution ? element("section", {}, element("h3", {}, "Solution"), tree(solution)) : null);
  },
};

/** What the program said to the last try, and what the turns did. */
function verdict({ told, context }, isDone) {
  const { session } = context;
  if (!told?.text) return null;
  const ending = session.shown.outcome?.text ?? "";
  const reason = told.verdict === "goes-on" || told.text.includes(ending) ? "" : ending;
  return [
    element("p", { class: told.verdict === "wrong" || told.verdict === "illegal" ? "notice" : "good", id: "told" },
      isDone ? element("strong", {}, "Solved. ") : null, [told.text, reason].filter(Boolean).join(" ")),
    told.verdict === "wrong" ? session.lines.path().slice(-2).map((node) => whatHappened(node, context)) : null,
  ];
}

/** A solution as nested lists. */
function tree(turns) {
  return element("ul", { class: "tree" }, turns.map(({ turn, comment, then }) => {
    const text = [element("code", {}, turn), comment ? ` ${comment}` : ""];
    return element("li", {}, then.length ? element("details", { open: true }, element("summary", {}, text), tree(then)) : text);
  }));
}
