// The opponent: another person at the same board, or the program, which is asked for its turn. It never knows a rule.

import { work } from "./ask.mjs";
import { agreementButtons, concluded } from "./agreements.mjs";
import { capital, element } from "./elements.mjs";
import { lasting } from "./storage.mjs";

const STORE = "opponent";
const STRENGTHS = ["beginner", "club", "strong"];
/** So many seconds the program may take for a turn. */
const SECONDS = { beginner: 0.5, club: 2, strong: 5 };
const NOBODY = { strength: "", human: 0 };

export class Opponent {
  /** `choice` is whom one plays against: `strength`, "" for a person, and `human`, the number of one's own side. */
  constructor(context) {
    this.context = context;
    this.choice = { ...NOBODY, ...lasting.get(STORE) };
    this.strengths = STRENGTHS;
    this.reason = "";
    this.going = null;
  }

  /** Whether the program plays here. */
  get isThere() {
    return Boolean(this.context.games()?.answers.includes("reply"));
  }

  get isProgram() {
    return this.isThere && Boolean(this.choice.strength);
  }

  /** Whether the program has the turn in a position. */
  hasTurn({ to_move: side, outcome }) {
    return this.isProgram && !outcome && this.context.game().sides[this.choice.human] !== side;
  }

  choose(choice) {
    this.going?.abort();
    this.choice = choice;
    lasting.set(STORE, choice);
  }

  /** Plays the program's turn, where it is its turn at the end of a line of a game. */
  async answer() {
    this.going?.abort();
    const { session, placeName } = this.context;
    const { shown, lines, mode } = session;
    if (concluded(lines, this.context.game().sides)) return;
    if (placeName() !== "play" || mode || !session.isPlayed || lines.node.children.length || !this.hasTurn(shown)) return;
    const going = new AbortController();
    this.going = going;
    this.context.refresh();
    const answer = await this.#asked(shown.position, going.signal).catch((error) => this.#failed(error));
    if (this.going !== going) return;
    this.going = null;
    if (answer && session.shown === shown) {
      this.reason = answer.reason ?? "";
      await session.play(answer.turn);
    } else this.context.refresh();
  }

  #asked(position, signal) {
    const { strength } = this.choice;
    const { game, board, readings } = this.context.session.lines.root;
    return work({ do: "reply", game, board, readings, position, strength, seconds: SECONDS[strength] }, () => {}, signal);
  }

  #failed(error) {
    if (error.name === "AbortError") return null;
    // Where nobody answers for the program, two people play on.
    this.choice = { ...this.choice, strength: "" };
    this.context.say(`The program does not play here: ${error.message}. Two people play on.`);
    return null;
  }

  /** Who plays, as a card. */
  card() {
    const { strength, human } = this.choice;
    const { game } = this.context;
    const [title, text] = this.isProgram
      ? ["The program", `${capital(strength)} · you play ${capital(game().sides[human])}`]
      : ["Two people", "Both sides at this board"];
    return element("div", { class: "card opponent" },
      element("span", { class: "avatar", "aria-hidden": "true" }, this.isProgram ? "P" : "2"),
      element("div", {}, element("b", {}, title), element("small", {}, this.going ? "thinks …" : text)),
      agreementButtons(this.context),
      this.reason && this.isProgram ? element("details", {}, element("summary", {}, "Why that turn?"), element("p", {}, this.reason)) : null);
  }
}
