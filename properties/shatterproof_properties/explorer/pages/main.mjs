// The page: it puts together board, session and places.

import { ask, know, onConnection } from "./ask.mjs";
import { codeIn, openSharing } from "./sharing.mjs";
import { analysing } from "./analysing.mjs";
import { Animation } from "./animation.mjs";
import { Board } from "./board.mjs";
import { compare } from "./comparing.mjs";
import { button, capital, element, fill, keepingFocus } from "./elements.mjs";
import { front } from "./front.mjs";
import { learning } from "./learning.mjs";
import { openNewGame } from "./new_game.mjs";
import { Opponent } from "./opponent.mjs";
import { Places } from "./places.mjs";
import { playing } from "./playing.mjs";
import { puzzles } from "./puzzles.mjs";
import { rules } from "./rules.mjs";
import { Session } from "./session.mjs";
import { listen } from "./keyboard.mjs";
import { openSettings, setting } from "./settings.mjs";
import { sound } from "./sound.mjs";
import { showStatus, showTable } from "./table.mjs";
import { onLoading } from "./transport.mjs";

const part = (id) => document.getElementById(id);
const parts = Object.fromEntries(["status", "menu", "bar", "refusal", "asked", "judged", "ended"].map((id) => [id, part(id)]));
let games = null;
/** What answers on the board instead of the game, such as setting up: `pick`, `drag`, `sweep`, `undo`, `show`. */
let guest = null;

/** What answers while clicks draw on the board: a ring, or by dragging an arrow; the same once more takes one away. */
const pencil = { pick: (id) => session.edits.mark([id]), drag: (from, to) => to !== null && session.edits.mark([from, to]) };

/** What takes clicks on the board; nothing while the program looks for its turn. */
const player = () => guest ?? (context.isDrawing ? pencil : opponent.isAnswering ? null : session);

const session = new Session(refresh, say, hear, (busy) => part("table").setAttribute("aria-busy", String(busy)));
const board = new Board(part("board"), {
  pick: (id, line) => player()?.pick(id, line),
  drag: (from, to, direction) => player()?.drag(from, to, direction),
  sweep: (ids) => guest?.sweep(ids) ?? false,
  draw: (mark) => guest || session.edits.mark(mark),
  key: (event) => {
    if (event.key !== "Backspace") return;
    event.preventDefault();
    (guest ?? session).undo();
  },
});

const context = {
  session,
  board,
  parts,
  say,
  refresh,
  openRule: (clause) => {
    rules.clause = clause;
    places.open("rules");
  },
  open: (name) => {
    if (name in places.places) places.open(name);
    else analysing.open(name, context, places);
  },
  needGame: () => session.lines || session.going || session.open({ game: games.games[0].game }),
  newGame: () => openNewGame(context),
  startNew,
  offerBack,
  /** Scrolls to the task, if there is one, and the board. */
  seeBoard: () => (parts.asked.hidden ? part("table") : parts.asked).scrollIntoView({ block: "nearest" }),
  notify,
  games: () => games,
  placeName: () => places.name,
  game: (name = session.game) => games.games.find((each) => each.game === name),
  invite: (other) => {
    guest = other;
  },
  /** Whether clicks draw on the board, as they do while the pencil is held. */
  isDrawing: false,
  hold: (isDrawing) => {
    context.isDrawing = isDrawing;
    refresh();
  },
};
const opponent = new Opponent(context);
context.opponent = opponent;
const animation = new Animation(part("board"), sound);
session.moved = (before, after, motion, isBack = false) => {
  if (guest || !part("board").offsetParent) return;
  if (setting("moves")) animation.show(before, after, motion, isBack);
  else if (motion.length) sound(motion.at(-1));
};
listen({
  back: () => session.back(),
  forward: () => session.forward(),
  start: () => session.go(0),
  end: () => session.toEnd(),
  flip: () => board.flip(),
  cancel: () => (context.isDrawing ? context.hold(false) : guest || session.step?.parts.length || session.offered ? (guest ?? session).undo() : undefined),
  takeBack: () => session.edits.takeBack(),
}, part("board"));
session.arrived = () => opponent.answer();
session.isOthersTurn = (shown) => opponent.hasTurn(shown);
session.ending = (outcome) => opponent.inWords(outcome);
const places = new Places({ front, play: playing, learn: learning, puzzles, analyse: analysing, rules }, part("panel"), context);

function say(text) {
  const place = part("announcements");
  place.textContent = "";
  setTimeout(() => {
    place.textContent = text;
  }, 30);
}

function notify(...content) {
  part("connection").hidden = !content.length;
  fill(part("connection"), content);
}

function refresh() {
  places.setView();
  if (session.lines) {
    const { game, board: size } = session.lines.root;
    document.body.dataset.material = context.game()?.material ?? "";
    fill(part("on-board"), `${capital(game)} ${size}`);
    puzzles.remember(session);
    if (part("panel").contains(document.activeElement)) showGame();
    else if (!keepingFocus(part("work"), showGame)) board.focus();
    document.title = `${capital(session.game)} — Shatterproof`;
  }
  places.show();
}

function showGame() {
  parts.asked.hidden = parts.judged.hidden = !session.mode;
  session.mode?.show(parts);
  if (guest) guest.show(context);
  else showTable(context);
}

/** Shows what was learnt about the position since, and leaves all else as it is. */
function hear() {
  if (guest) return;
  showStatus(context);
  places.hear();
}

/** On a narrow page: a way back from the board to the text that led there. */
function offerBack(from) {
  fill(part("back"), button("Back to the text", () => {
    fill(part("back"));
    from.scrollIntoView({ block: "center" });
    from.focus({ preventScroll: true });
  }));
}

/** A game from its opening; the browser's way back leads to the game before. */
function startNew(question) {
  context.invite(null);
  session.mode = null;
  notify();
  history.pushState({ place: "play" }, "", location.href);
  const opening = session.open(question);
  places.begin("play");
  return opening;
}

for (const button of document.querySelectorAll("#places [data-place]")) button.onclick = () => places.open(button.dataset.place);
part("new-game").onclick = () => openNewGame(context);
part("share").onclick = () => openSharing(context);
part("settings").onclick = openSettings;
part("home").onclick = (event) => {
  event.preventDefault();
  places.open("front");
};
document.querySelector(".skip").onclick = (event) => {
  event.preventDefault();
  board.focus();
};

onConnection((isLost) => (isLost ? notify("The explorer does not answer. It is asked again; nothing is lost.") : notify()));

/** Says beside the board what is loaded before it answers, and how far that is. */
onLoading((text, share) => {
  part("loading").hidden = !text;
  const percent = share === null ? "" : ` ${Math.round(100 * share)} %`;
  fill(part("loading"), `${text}${percent} …`, element("progress", { value: share ?? undefined, max: 1, "aria-label": text }));
});

window.addEventListener("hashchange", () => {
  const code = codeIn(location.hash);
  if (!code || code === session.code) return;
  context.invite(null);
  session.open({ code });
});

/** Begins with what the address, this tab or the command line have, or else with the front. */
async function begin() {
  for (const [question, answer] of JSON.parse(part("known").textContent)) know(question, answer);
  const code = codeIn(location.hash);
  const place = history.state?.place ?? (location.hash ? "play" : "front");
  games = await ask({ do: "games" });
  for (const button of document.querySelectorAll("header button")) button.disabled = false;
  if (games.engine) session.compare = compare;
  front.begin(context);
  if (await puzzles.resume(context)) return places.begin("puzzles");
  const isKept = (!games.opened || code) && session.restore(code);
  if (isKept) return places.begin(place);
  if (location.hash) return openAddress(code, place);
  if (games.opened) session.act(() => session.opened(games.opened));
  return places.begin(games.opened ? "play" : place);
}

/** Opens the game of an address; of one that is damaged the address stays, beside a new game. */
async function openAddress(code, place) {
  const opening = session.open({ code });
  places.begin(place);
  await opening;
  if (session.lines) return;
  const { reason } = session.refusal;
  await session.open({ game: games.games[0].game }, true);
  notify(element("strong", {}, "This address leads to no game. "), reason, ". It stays in the address bar until you play a turn; here is a new game.");
}

/** Says why the page could not begin: nothing stays blank. */
function startFailed(error) {
  part("table").setAttribute("aria-busy", "false");
  if (error.code === "locked") return notify(...unlocking());
  notify(element("strong", {}, "The board could not begin. "), `${error.message}. `, button("Try again", () => location.reload()));
  return console.error(error);
}

/** What to do where this browser does not know the token of the explorer. The game in the address is kept. */
function unlocking() {
  const open = (event) => {
    event.preventDefault();
    const token = /[?&]token=([\w-]+)/.exec(new FormData(event.target).get("address"))?.[1];
    if (token) location.assign(`${location.pathname}?token=${token}${location.hash}`);
    else event.target.querySelector("p").textContent = "That is not the address that the command printed: it has “?token=” in it.";
  };
  return [
    element("strong", {}, "This explorer does not know this browser yet. "),
    "The command that started it has printed an address with a token. Open that address, or paste it here; the game in this address stays.",
    element("form", { class: "bar", onsubmit: open },
      element("label", { class: "field wide" }, element("span", {}, "Printed address"), element("input", { name: "address", autocomplete: "off", required: true })),
      button("Open", null, { type: "submit", class: "primary" }), element("p", { role: "status" })),
  ];
}

begin().then(() => {
  if (!session.going) part("table").setAttribute("aria-busy", "false");
}, startFailed);
