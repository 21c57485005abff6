// The game at hand: its lines, the turn that is being built, and what was refused last.

import { rest } from "./animation.mjs";
import { ask, know } from "./ask.mjs";
import { Edits } from "./edits.mjs";
import { Lines } from "./lines.mjs";
import { setting } from "./settings.mjs";
import { kept, Keeper } from "./sharing.mjs";

/**
 * `changed()` is called whenever something happens, and `say(text)` says it in words; `heard()` is called when something was learnt about
 * the position since, `busy(is)` when acts begin and when all are done. Acts wait for one another, so that none is lost.
 */
export class Session {
  constructor(changed, say, heard, busy) {
    this.changed = changed;
    this.say = say;
    this.heard = heard;
    this.busy = busy;
    this.going = 0;
    this.lines = null;
    this.step = null;
    /** What was refused last, and the text of the turn where it was one. */
    this.refusal = null;
    this.offered = null;
    this.tried = null;
    this.code = "";
    this.mode = null;
    this.edits = new Edits(this);
    /** Those of the report that was opened last. */
    this.differences = [];
    /** Compares the current position with what an engine says of it, where there is one. */
    this.compare = null;
    /** Called when all is known of a position; whether somebody else has the turn there, so that undo goes on. */
    this.arrived = () => {};
    this.isOthersTurn = () => false;
    /** How a game has ended, in words. */
    this.ending = ({ text }) => text;
    /** Called with the drawings before and after something has happened on the board, what happened, and whether it is taken back. */
    this.moved = () => {};
    this.leave = () => {};
    /** Whether the position was reached by play, and not by going through the game. */
    this.isPlayed = true;
    this.keeper = new Keeper((code) => {
      this.code = code;
    });
    this.acts = Promise.resolve();
  }

  /** Does an act after those before it; what it is refused is shown. */
  act(doing) {
    if (this.going++ === 0) this.busy(true);
    this.acts = this.acts.then(doing).catch((error) => {
      this.refusal = { reason: error.message, clause: "", title: "", about: error.problem?.about ?? [], means: [] };
      if (error.problem) Object.assign(this.refusal, { clause: error.problem.clause, title: error.problem.title });
      this.tell();
      this.say(error.message);
    }).finally(() => {
      if (--this.going === 0) this.busy(false);
    });
    return this.acts;
  }

  get shown() {
    return this.lines.node.seen;
  }

  get game() {
    return this.lines.root.game;
  }

  /** Opens a game: the fields of the question `open`. Where it `holds` the address, that stays until a turn is played. */
  open(question, holds = false) {
    // Nobody waits for what is still to be learnt of a game that is left.
    this.leave();
    return this.act(async () => {
      this.keeper.holds = holds;
      await this.opened(await ask({ do: "open", ...question }));
      this.say(this.refusal ? inWords(this.refusal) : this.#announcement());
    });
  }

  async opened(answer, mode = null) {
    const lines = Lines.opened(answer);
    const isPlayed = lines.at === 0;
    Object.assign(this, { lines, mode, isPlayed, step: null, offered: null, tried: null, refusal: answer.refusal ?? null });
    this.edits.forget();
    if (answer.differences?.length) this.differences = answer.differences;
    if (this.shown) this.tell();
    await Promise.race([this.#arrive(), new Promise((leave) => { this.leave = leave; })]);
    this.tell();
  }

  /** Goes on where this tab left off; whether there was anything. */
  restore(code) {
    const [lines, parts] = kept(code);
    if (lines) this.act(() => this.#restored(lines, parts));
    return Boolean(lines);
  }

  async #restored(lines, parts) {
    this.lines = lines;
    this.isPlayed = true;
    if (this.shown) this.tell();
    lines.nodes[0].seen ??= await ask({ do: "show", position: lines.root.position });
    await this.#arrive();
    if (parts.length) await this.#next(parts);
    this.tell();
  }

  /** A place of the drawing was chosen, or the line of a choice, by its number, across that place. */
  pick(id, line = null) {
    return this.act(() => (line === null ? this.#pick(id) : this.#pickLine(id, this.step.choices[Number(line)])));
  }

  /** Something was dragged from one place to another, `to` null off the board, in the direction `[x, y]`. */
  drag(from, to, direction) {
    return this.act(async () => {
      const first = this.#allowed(from);
      if (first.length === 1) await this.#choose(first[0], from);
      if (to !== null) return this.#pick(to);
      const away = this.#allowed().filter((choice) => choice.shape?.kind === "arrow");
      const turned = away.map((choice) => [likeness(choice.shape.points, direction), choice]).sort((one, other) => other[0] - one[0]);
      return turned[0]?.[0] > 0.9 ? this.#choose(turned[0][1], from) : undefined;
    });
  }

  take(part) {
    return this.act(() => this.#take(part));
  }

  end() {
    return this.act(() => this.step?.turn && this.#play(this.step.turn));
  }

  play(text) {
    return this.act(() => this.#play(text));
  }

  /** Takes back the last part, or else the last turn. */
  undo() {
    if (this.mode && !this.offered && !this.step?.parts.length) return this.mode.takeBack();
    return this.act(async () => {
      if (this.offered) this.offered = null;
      else if (this.step?.parts.length) await this.#next(this.step.parts.slice(0, -1));
      else if (this.lines.node.parent !== null) return this.#go(this.#before(this.lines.node));
      this.refusal = null;
      this.tell();
    });
  }

  #before(node) {
    const before = this.lines.nodes[node.parent];
    return before.parent !== null && before.seen && this.isOthersTurn(before.seen) ? before.parent : before.id;
  }

  cancel() {
    return this.act(async () => {
      await this.#next([]);
      this.refusal = null;
      this.tell();
    });
  }

  go(id) {
    return this.act(() => this.#go(id));
  }

  toEnd() {
    return this.act(() => {
      this.lines.last();
      return this.#go(this.lines.at);
    });
  }

  back() {
    return this.act(() => this.lines.node.parent !== null && this.#go(this.lines.node.parent));
  }

  forward() {
    return this.act(() => this.lines.node.children.length && this.#go(this.lines.node.children[0]));
  }

  async #pick(id) {
    if (this.tried === id) return this.#instead(id);
    const here = (this.step?.choices ?? []).filter((choice) => choice.at.includes(id));
    const allowed = here.filter((choice) => !choice.refusal);
    if (allowed.length === 1) return this.#choose(allowed[0], id);
    if (allowed.length === 0 && here.length === 1) return this.#take(here[0].part);
    if (here.length) return this.#offer(id, here);
    if (this.step?.parts.at(-1)?.endsWith(` ${id}`)) return this.#offer(id, this.step.choices);
    if (this.step?.expects) return this.#take(`${this.step.expects} ${id}`, id);
    return undefined;
  }

  async #pickLine(id, choice) {
    const beside = this.#allowed(id);
    return beside.length ? this.#offer(id, [choice, ...beside]) : this.#choose(choice, id);
  }

  /** Takes a choice; one that ends something for good is offered first, with what it ends. */
  #choose(choice, id) {
    return choice.warning ? this.#offer(id, [choice], choice.warning) : this.#take(choice.part);
  }

  #offer(id, choices, question = "") {
    if (!choices.length) return;
    this.offered = { id, choices, question };
    this.say(question || `${choices.filter((choice) => !choice.refusal).length} ways to go on here.`);
    this.tell();
  }

  async #canBegin(id) {
    const { choices } = await ask({ do: "next", position: this.shown.position, parts: [] });
    return choices.some((choice) => !choice.refusal && choice.at.includes(id));
  }

  /** A place that cannot come next was chosen twice: the turn begins anew from there. */
  async #instead(id) {
    await this.#next([]);
    this.tried = null;
    return this.#pick(id);
  }

  #allowed(id) {
    return (this.step?.choices ?? []).filter((choice) => !choice.refusal && (id === undefined || choice.at.includes(id)));
  }

  async #take(part, id = null) {
    const { parts } = this.step;
    await this.#next([...parts, part]);
    this.refusal = this.step.refusal;
    this.tried = this.refusal && id && (await this.#canBegin(id)) ? id : null;
    if (this.refusal) this.say(inWords(this.refusal));
    else if (this.step.turn && !this.step.choices.length && !setting("asksFirst")) return this.#play(this.step.turn);
    else this.say([...this.step.did.map((did) => did.text), this.step.prompt].join(" "));
    return this.tell();
  }

  async #next(parts) {
    const { position, outcome } = this.shown;
    const before = this.standing;
    this.offered = null;
    this.tried = null;
    const step = outcome && !parts.length ? null : await ask({ do: "next", position, parts });
    // Another game may have been opened meanwhile.
    if (this.shown.position !== position) return;
    const had = this.motion;
    this.step = step;
    if (this.motion.length > had.length) this.moved(before, step.drawing, rest(had, this.motion));
  }

  get motion() {
    return this.step?.motion ?? [];
  }

  /** The drawing that is on the board: of the turn that is being built, or else of the position. */
  get standing() {
    return this.step?.parts.length ? this.step.drawing : this.shown?.drawing;
  }

  async #play(text) {
    const { position } = this.shown;
    const { played, refusal, did, then } = await ask({ do: "play", position, turn: text, then: true });
    if (then) know({ do: "next", position: played.shown.position, parts: [] }, then);
    if (refusal) {
      this.refusal = { ...refusal, turn: text };
      this.say(inWords(refusal));
      return this.tell();
    }
    if (this.mode) return this.mode.played(played, did);
    return this.follow(played, did);
  }

  async follow(played, did) {
    const { motion = [] } = played;
    this.moved(this.standing, played.shown.drawing, rest(this.motion, motion));
    if (this.lines.node === this.lines.main().at(-1)) this.lines.goOn();
    Object.assign(this.lines.add(played.turn, played.shown), { did, ...doneBy(played) });
    await this.#go(this.lines.at, true);
  }

  async #go(id, isPlayed = false) {
    const from = this.lines.node;
    this.isPlayed = isPlayed;
    this.lines.go(id);
    await this.#arrive();
    const { node } = this.lines;
    if (node.parent === from.id && from.seen) this.moved(from.seen.drawing, node.seen.drawing, node.motion ?? []);
    else if (from.parent === id && from.seen) this.moved(node.seen.drawing, from.seen.drawing, from.motion ?? [], true);
    this.refusal = null;
    this.tell();
    this.say(this.#announcement());
  }

  async #arrive() {
    await this.#know(this.lines.at);
    await this.#next([]);
    const { node } = this.lines;
    this.#announce(node);
    if (this.compare && !node.compared) {
      this.compare(this.lines).then(() => node === this.lines.node && this.heard(), (error) => this.say(error.message));
    }
    // Whoever answers waits for this act to end.
    this.acts.then(this.arrived);
  }

  /** Learns what is announced, while the game goes on. */
  async #announce(node) {
    if (node.announced !== undefined || node.seen.outcome) return;
    node.announced = "";
    const { threatens, text, mark } = await ask({ do: "announce", position: node.seen.position }).catch(() => ({ threatens: false }));
    if (!threatens) return;
    node.announced = text;
    node.seen.mark = mark;
    if (this.lines.node !== node) return;
    this.say(text);
    this.heard();
  }

  async #know(id) {
    for (const node of this.lines.path(id)) {
      if (node.seen && (node.id !== id || node.did || node.parent === null)) continue;
      const before = this.lines.nodes[node.parent].seen;
      const { played, did } = await ask({ do: "play", position: before.position, turn: node.turn });
      Object.assign(node, { seen: played.shown, did, ...doneBy(played) });
    }
  }

  #announcement() {
    const { node } = this.lines;
    const { outcome, caption } = node.seen;
    return [node.turn && `${node.turn}.`, node.losses, outcome ? this.ending(outcome) : caption].filter(Boolean).join(" ");
  }

  tell() {
    this.changed();
    if (this.lines && !this.mode) this.keeper.keep(this.lines, this.step?.parts ?? []);
  }
}

function doneBy({ motion = [], gone, losses = "" }) {
  return { motion, gone, losses };
}

function inWords(refusal) {
  return refusal.clause ? `Not allowed: ${refusal.reason} (${refusal.clause})` : refusal.reason;
}

function likeness([[x1, y1], [x2, y2]], [x, y]) {
  return ((x2 - x1) * x + (y2 - y1) * y) / (Math.hypot(x2 - x1, y2 - y1) * Math.hypot(x, y) || 1);
}
