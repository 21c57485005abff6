// The opponent: another person at the same board, or the program, which is asked for its turn. It never knows a rule.

import { work } from "./ask.mjs";
import { button, capital, element, openDialog } from "./elements.mjs";
import { lasting } from "./storage.mjs";

const STORE = "opponent";
/** So long the program may take for a turn, by its strength. */
const MILLISECONDS = { beginner: 500, club: 2000, strong: 5000 };
const HINT = { strength: "strong", milliseconds: 2000 };
const NOBODY = { strength: "", human: 0 };
const FIRST = { strength: "beginner", human: 0 };

export class Opponent {
  /** `choice` is whom one plays against: `strength`, "" for a person, and `human`, the number of one's own side. */
  constructor(context) {
    this.context = context;
    this.choice = { ...NOBODY, ...lasting.get(STORE) };
    this.strengths = Object.keys(MILLISECONDS);
    /** What the program saw before its last turn, and of which game; what it would play where it was asked. */
    this.reason = null;
    this.hinted = null;
    this.going = null;
  }

  get isThere() {
    return Boolean(this.context.games()?.answers.includes("reply"));
  }

  get isProgram() {
    return this.isThere && Boolean(this.choice.strength);
  }

  hasTurn({ to_move: side, outcome }) {
    return this.isProgram && !outcome && this.context.game().sides[this.choice.human] !== side;
  }

  /** Whether the program looks for its turn: then the board takes none from anybody else. */
  get isAnswering() {
    return Boolean(this.going) && this.hasTurn(this.context.session.shown);
  }

  /** The opponent of somebody who has never chosen one. */
  welcome() {
    if (this.isThere && !lasting.get(STORE)) this.choose(FIRST);
  }

  /** How a game has ended, as the player sees it: against the program one wins or loses oneself; not in a game that was opened. */
  inWords({ winner, text }) {
    const { mode, isPlayed } = this.context.session;
    if (!winner || !this.isProgram || mode || !isPlayed) return text;
    const isWon = this.context.game().sides[this.choice.human] === winner;
    return text.replace(`${capital(winner)} wins`, isWon ? "You win" : "You lose");
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
    const { strength } = this.choice;
    const answer = await this.#thought({ strength, milliseconds: MILLISECONDS[strength] }).catch((error) => this.#failed(error));
    if (!answer) return;
    this.reason = { lines, saw: answer.saw };
    await session.play(answer.turn);
  }

  /** Says what the program would play for the side that has the turn, and what it sees. */
  async hint() {
    const { session: { shown }, board, say, notify, refresh } = this.context;
    const answer = await this.#thought(HINT).catch((error) => notify(`There is no hint here: ${error.message}.`));
    if (!answer) return;
    const did = answer.did.filter(({ about }) => about.length).map(({ text }) => text);
    this.hinted = { ...answer, shown, did };
    say([...did, answer.saw].join(" "));
    refresh();
    // What names many places tells of snakes and groups; the arrow tells the rest.
    board.hint(answer.did.flatMap(({ about }) => (about.length === 1 ? about : [])), answer.shape);
  }

  /** What the program answers about the position on the board; null once something else is there. Raises Refused. */
  async #thought(how) {
    this.going?.abort();
    const { session, refresh } = this.context;
    const { shown } = session;
    const going = new AbortController();
    this.going = going;
    refresh();
    try {
      const answer = await work({ do: "reply", position: shown.position, ...how }, () => {}, going.signal);
      return this.going === going && session.shown === shown ? answer : null;
    } catch (error) {
      if (error.name === "AbortError") return null;
      throw error;
    } finally {
      if (this.going === going) this.going = null;
      refresh();
    }
  }

  #failed(error) {
    // Where nobody answers for the program, two people play on.
    this.choice = { ...this.choice, strength: "" };
    this.context.say(`The program does not play here: ${error.message}. Two people play on.`);
  }

  card() {
    const { choice: { strength, human }, hinted, reason } = this;
    const { game, session: { shown, lines } } = this.context;
    const [title, text] = this.isProgram
      ? ["The program", `${capital(strength)} · you play ${capital(game().sides[human])}`]
      : ["Two people", "Both sides at this board"];
    const cannotHint = Boolean(this.going || shown.outcome || this.hasTurn(shown));
    return element("div", { class: "card opponent" },
      element("span", { class: "avatar", "aria-hidden": "true" }, this.isProgram ? "P" : "2"),
      element("div", {}, element("b", {}, title), element("small", {}, this.going ? "thinks …" : text)),
      this.isThere ? button("Hint", () => this.hint(), { class: "outline", id: "ask-hint", disabled: cannotHint }) : null,
      agreementButtons(this.context),
      hinted?.shown === shown && inSteps(hinted),
      reason?.lines === lines && this.isProgram && element("details", {}, element("summary", {}, "Why that turn?"), element("p", {}, reason.saw)),
      element("p", { class: "soft aim" }, element("strong", {}, "Aim: "), game().aim));
  }
}

/** The first act of a hint, and what follows it for those who ask. */
function inSteps({ did: [first = "The program would play", ...more], turn, saw }) {
  return element("div", { id: "hinted" }, element("p", {}, `${first} (`, element("span", { class: "notation" }, turn), `) ${saw}`),
    more.length > 0 && element("details", {}, element("summary", {}, "All of that turn"), element("p", {}, more.join(" "))));
}

const WON = ["1-0", "0-1"];

/** How the game ended where the rules do not say so, at the end of its main line; null where it goes on. */
export function concluded(lines, sides) {
  const { Result: result, Termination: how } = lines.tags;
  const { node } = lines;
  if (node.seen?.outcome || node !== lines.main().at(-1)) return null;
  if (result === "1/2-1/2") return { winner: null, clause: "", text: "The game is drawn by agreement.", about: [] };
  const won = WON.indexOf(result);
  if (won < 0) return null;
  const [winner, loser] = [sides[won], sides[1 - won]];
  const text = how === "resignation" ? `${capital(winner)} wins: ${capital(loser)} resigns.` : `${capital(winner)} wins by the record.`;
  return { winner, clause: "", text, about: [] };
}

function agreementButtons({ session, game, opponent }) {
  const { lines, shown, mode } = session;
  const { sides } = game();
  if (mode || shown.outcome || !lines.at || lines.node.children.length || concluded(lines, sides)) return null;
  const side = opponent.isProgram ? sides[opponent.choice.human] : shown.to_move;
  return element("div", { class: "bar agreements" },
    opponent.isProgram ? null : button("Draw", () => agree(session, `${capital(side)} offers a draw. Does the other side agree?`, "Drawn by agreement",
      { Result: "1/2-1/2", Termination: "agreement" }), { class: "quiet" }),
    button("Resign", () => agree(session, `${capital(side)} gives the game up?`, `${capital(side)} resigns`,
      { Result: WON[1 - sides.indexOf(side)], Termination: "resignation" }), { class: "quiet" }));
}

function agree(session, question, answer, tags) {
  openDialog("End the game", (close) => [
    element("p", {}, question),
    element("div", { class: "bar" },
      button(answer, () => {
        close();
        session.edits.conclude(tags);
      }, { class: "primary" }),
      button("Play on", close, { class: "outline" })),
  ]);
}
