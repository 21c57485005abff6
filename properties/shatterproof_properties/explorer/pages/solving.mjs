// A puzzle that is being solved: the program judges each turn, and answers it; the record of what was solved in this browser.

import { ask } from "./ask.mjs";
import { PASSES } from "./lines.mjs";
import { lasting } from "./storage.mjs";

const STORE = "record";
const HEADER = { format: "shatterproof-solved", version: 1 };

/** The entries, the latest last: `{puzzle, title, solved, tries, hints, when}`, `puzzle` the digest of one. */
export function record() {
  const kept = lasting.get(STORE);
  return Array.isArray(kept) ? kept : [];
}

export function solvedDigests() {
  return new Set(record().filter(({ solved }) => solved).map(({ puzzle }) => puzzle));
}

/** How many puzzles were solved last, one after the other, without a hint and without a try that failed. */
export function streak() {
  const entries = record();
  return entries.length - 1 - entries.findLastIndex(({ solved, tries, hints }) => !solved || tries || hints);
}

/** Adds how somebody has fared with a puzzle, where the browser keeps anything. */
export function note({ digest, title }, solved, { tries, hints }) {
  const when = new Date().toISOString();
  lasting.set(STORE, [...record(), { puzzle: digest, title, solved, tries, hints, when }]);
}

export function recordText() {
  return [HEADER, ...record()].map((line) => `${JSON.stringify(line)}\n`).join("");
}

export function scoreInWords({ tries, hints }) {
  const failed = tries ? `after ${tries} failed ${tries === 1 ? "try" : "tries"}` : "at the first try";
  return `${failed}, ${hints ? `with ${hints} hint${hints === 1 ? "" : "s"}` : "without a hint"}`;
}

const SLOW = 700;
export const HINTS = 3;
const NO_ANSWER = "no-answer";
const UNDECIDED = "undecided";
/** What ends a try, until the solver tries something else. */
const OVER = ["solved", "wrong", "illegal", UNDECIDED];

/**
 * What the session asks for turns while a puzzle is at hand. `judgement` is what was said to the last turn; `asks` is what is to be
 * found before any turn, or instead, and `found` what was; `isFinding` says whether that is still to be done.
 */
export class Solving {
  constructor({ puzzle, ...rest }, context, show) {
    Object.assign(this, { puzzle, ...rest, context });
    /** Shows it beside the board, in parts of the page. */
    this.show = (parts) => show(parts, this);
    Object.assign(this, { round: 0, hints: [], judgement: null, score: { tries: 0, hints: 0 }, comment: "", solution: null });
    Object.assign(this, { found: [], value: "", begins: null, isFinding: Boolean(this.asks) });
    Object.assign(this, { isGivenUp: false, isWaiting: false, isReplaying: false });
    /** Whether the board has the diagram after a pass, so that answers can be played at once. */
    this.isPassed = Boolean(this.asks?.passed);
  }

  /** Begins anew; where a side is mated, the program has the first turn. */
  async begin(round = this.round) {
    const { puzzle, context } = this;
    Object.assign(this, { round, hints: [], judgement: null });
    await this.#place();
    if (!this.isFinding) await this.#begun();
    context.say([puzzle.statement, this.judgement?.text, context.session.shown.caption].filter(Boolean).join(" "));
    context.refresh();
  }

  async #begun() {
    const judgement = await this.ask({ do: "try", turns: [], round: this.round });
    if (!judgement.answer && judgement.verdict !== "solved") return;
    if (judgement.answer) await this.context.session.follow(judgement.answer);
    this.judgement = judgement;
    this.#settle();
  }

  #place() {
    const { puzzle, board } = this;
    const { start, readings } = this.begins ?? { start: this.isPassed ? this.asks.passed : this.start, readings: this.readings };
    return this.context.session.opened({ game: puzzle.game, board, readings, start }, this);
  }

  async ask(question) {
    const late = setTimeout(() => this.#wait(true), SLOW);
    try {
      return await ask({ ...question, id: this.puzzle.id });
    } finally {
      clearTimeout(late);
      if (this.isWaiting) this.#wait(false);
    }
  }

  #wait(isWaiting) {
    this.isWaiting = isWaiting;
    if (isWaiting) this.context.say("The program looks at it.");
    this.context.refresh();
  }

  get turns() {
    return this.context.session.lines.path().filter((node) => node.turn && !node.isPass).map((node) => node.turn);
  }

  get tried() {
    return this.context.session.lines.path().filter((node) => node.isTry).map((node) => node.turn);
  }

  get isOver() {
    return OVER.includes(this.judgement?.verdict) || (this.judgement?.verdict === NO_ANSWER && this.turns.length > 0);
  }

  get isDone() {
    return this.judgement?.verdict === "solved" && this.round === this.rounds - 1;
  }

  async played(played, did) {
    const { session, say, refresh } = this.context;
    const [isFirst, wasOver] = [!this.isPassed && !this.turns.length, this.isOver];
    await session.follow(played, did);
    // What is played after the end of a try is for the solver to see alone.
    if (wasOver) return;
    session.lines.node.isTry = true;
    if (!this.isFinding) await this.#try();
    else if (this.asks.values.length) await this.#tooEarly();
    else if (isFirst) this.#first();
    else await this.#find(played.turn);
    say([`${played.turn}.`, this.judgement?.text].filter(Boolean).join(" "));
    refresh();
  }

  async #try() {
    const { session } = this.context;
    this.judgement = await this.#judged({ do: "try", turns: this.turns, round: this.round });
    const { answer, passed } = this.judgement;
    if (answer) await session.follow(answer);
    if (passed) {
      await session.follow({ turn: PASSES, shown: passed, gone: [] }, []);
      session.lines.node.isPass = true;
    }
    this.#settle();
  }

  /** A turn was played where a value of a reading is asked for. */
  async #tooEarly() {
    await this.#place();
    this.judgement = { verdict: NO_ANSWER, text: `First the value of ${this.asks.reading}: ${this.asks.values.join(" or ")}?` };
  }

  /** The side that is lost has moved, so that the next turn answers it. */
  #first() {
    const { outcome } = this.context.session.shown;
    this.context.session.lines.node.isTry = Boolean(outcome);
    this.judgement = outcome ? { verdict: NO_ANSWER, text: "There is nothing to answer: the game is over." } : null;
  }

  /** A value, or a turn that answers. */
  find(text) {
    return this.context.session.act(async () => {
      await this.#find(text);
      this.context.say(this.judgement.text);
      this.context.refresh();
    });
  }

  async #find(text) {
    const judgement = await this.#judged({ do: "find", found: this.found, text });
    const { found, begins, verdict } = judgement;
    this.found = found ?? this.found;
    if (begins) Object.assign(this, { begins, value: text, isFinding: false });
    if (verdict === "goes-on") {
      this.hints = [];
      await this.#place();
    }
    this.judgement = judgement;
    this.#settle();
  }

  async #judged(question) {
    try {
      return await this.ask(question);
    } catch (error) {
      if (error.code !== "too-many") throw error;
      return { verdict: UNDECIDED, text: `This could not be judged: ${error.message}` };
    }
  }

  /** Counts what has failed, and notes what is solved. */
  #settle() {
    const { verdict, comment } = this.judgement;
    if (verdict === "wrong") this.score.tries++;
    if (verdict === "solved" || verdict === "goes-on") this.hints = [];
    if (!this.isDone) return;
    this.comment = comment;
    if (!this.isGivenUp && !this.isReplaying) note(this.puzzle, true, this.score);
  }

  /** The solver's last turn, and the program's answer to it, as nodes of the lines. */
  get lastTry() {
    const path = this.context.session.lines.path();
    const at = path.findLastIndex((node) => node.isTry);
    return at < 0 ? [] : path.slice(at, at + 2);
  }

  get canTakeBack() {
    return this.isFinding ? this.turns.length > 0 || this.found.length > 0 : this.lastTry.length > 0;
  }

  /** Back to before the solver's last turn; where there is none, the last answer that was found is taken back. */
  async takeBack() {
    const { session, refresh } = this.context;
    const isPlaced = this.isFinding && !this.turns.length;
    const [last] = this.isFinding ? session.lines.path() : this.lastTry;
    if (!last || (isPlaced && !this.found.length)) return undefined;
    if (this.judgement?.verdict === "goes-on") this.hints = [];
    this.judgement = null;
    if (!isPlaced) return session.go(this.isFinding ? last.id : last.parent);
    this.found = this.found.slice(0, -1);
    return refresh();
  }

  restart(round) {
    return this.context.session.act(() => this.begin(round));
  }

  turnOver(isPassed) {
    this.isPassed = isPassed;
    return this.restart(0);
  }

  hint() {
    const { board, refresh, session } = this.context;
    return session.act(async () => {
      const known = this.isFinding ? { found: this.found } : { turns: this.turns };
      const hint = await this.ask({ do: "hint", ...known, number: this.hints.length + 1 });
      this.hints.push(hint);
      this.score.hints++;
      refresh();
      board.hint(hint.about, hint.shape);
    });
  }

  showSolution() {
    return this.context.session.act(async () => {
      this.solution = await this.ask({ do: "solution" });
      if (!this.isGivenUp) note(this.puzzle, false, this.score);
      this.isGivenUp = true;
      this.context.refresh();
    });
  }

  kept() {
    const { puzzle, round, found, value, isPassed, score, isGivenUp } = this;
    return { id: puzzle.id, round, found, value, isPassed, score, isGivenUp, tried: this.isFinding ? [] : this.tried };
  }

  /** Goes on where a page that was left has kept something. */
  async goOn({ round, found, value, isPassed, score, isGivenUp, tried }) {
    const last = value || found.at(-1);
    Object.assign(this, { found: found.slice(0, -1), isPassed, isReplaying: true });
    await this.restart(round);
    if (last) await this.find(last);
    for (const turn of tried) await this.context.session.play(turn);
    Object.assign(this, { score, isGivenUp, isReplaying: false });
    this.context.refresh();
  }
}
