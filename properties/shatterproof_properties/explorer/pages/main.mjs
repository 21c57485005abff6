// The page: it puts together board, session and panels.

import { ask, onConnection } from "./ask.mjs";
import { Board } from "./board.mjs";
import { button, capital, element, fill, keepingFocus, select } from "./elements.mjs";
import { compare, comparing } from "./comparing.mjs";
import { composing } from "./composing.mjs";
import { playing } from "./playing.mjs";
import { puzzles } from "./puzzles.mjs";
import { readings } from "./readings.mjs";
import { learning, rules } from "./rules.mjs";
import { Session } from "./session.mjs";
import { settingUp } from "./setting_up.mjs";
import { sharing } from "./sharing.mjs";
import { showAnnounced, showTable } from "./table.mjs";
import { thinking } from "./thinking.mjs";

const part = (id) => document.getElementById(id);
const parts = { status: part("status"), announced: part("announced"), menu: part("menu"), building: part("building"), refusal: part("refusal"), task: part("task"), judged: part("judged") };
const panels = { playing, learning, settingUp, readings, thinking, puzzles, composing, comparing, sharing, rules };
let panel = "playing";
let games = null;
const WELCOMED = "shatterproof.welcomed";
/** What the header shows: a game, its board, and the lines that it was shown for. */
const headed = { game: "", size: "", lines: null };
/** What answers on the board instead of the game, such as setting up: `pick`, `drag`, `sweep`, `undo`, `show`. */
let guest = null;

const session = new Session(refresh, say, hear, (busy) => part("table").setAttribute("aria-busy", String(busy)));
const board = new Board(part("board"), {
  pick: (id, line) => (guest ?? session).pick(id, line),
  drag: (from, to, direction) => (guest ?? session).drag(from, to, direction),
  sweep: (ids) => guest?.sweep(ids) ?? false,
  key: (event) => {
    if (event.key !== "Escape" && event.key !== "Backspace") return;
    event.preventDefault();
    (guest ?? session).undo();
  },
});

/** What panels work with. */
const context = {
  session,
  board,
  parts,
  say,
  refresh,
  openRule,
  openPanel,
  isWide: () => matchMedia("(min-width: 60.01rem)").matches,
  newGame: () => part("new-game").requestSubmit(),
  offerBack,
  games: () => games,
  game: (name = session.game) => games.games.find((each) => each.game === name),
  invite: (other) => {
    guest = other;
  },
};

function say(text) {
  const place = part("announcements");
  place.textContent = "";
  setTimeout(() => {
    place.textContent = text;
  }, 30);
}

function refresh() {
  if (!session.lines) return;
  showHeader();
  puzzles.remember(session);
  if (session.differences.length && !document.getElementById("tab-comparing")) showTabs();
  if (!keepingFocus(part("turn"), showTurn)) board.focus();
  keepingFocus(part("panel"), () => panels[panel].show(part("panel"), context));
  document.title = `${capital(session.game)} — Shatterproof explorer`;
}

function showTurn() {
  puzzles.showBeside(parts, context);
  if (guest) guest.show(context);
  else showTable(context);
}

/** Shows what was learnt about the position since, and leaves all else as it is. */
function hear() {
  if (guest) return;
  showAnnounced(context);
  panels[panel].hear?.(part("panel"), context);
}

/** On a narrow page: a way back from the board to the text that led there. */
function offerBack(from) {
  fill(part("back"), button("Back to the text", () => {
    fill(part("back"));
    from.scrollIntoView({ block: "center" });
    from.focus({ preventScroll: true });
  }));
}

function openRule(clause) {
  rules.clause = clause;
  openPanel("rules");
}

function openPanel(name) {
  if (panel !== name) panels[panel].leave?.(context);
  panel = name;
  fill(part("back"));
  if (name === "learning") welcome(false);
  showTabs();
  panels[panel].enter?.(context);
  refresh();
}

function showTabs() {
  const had = part("tabs").contains(document.activeElement);
  const names = Object.keys(panels).filter((name) => !panels[name].hidden?.(context));
  const move = (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by) openPanel(names.at((names.indexOf(panel) + by) % names.length));
  };
  fill(part("tabs"), names.map((name) => button(panels[name].title, () => openPanel(name), {
    role: "tab", id: `tab-${name}`, "aria-controls": "panel", "aria-selected": String(name === panel),
    tabindex: name === panel ? "0" : "-1", onkeydown: move,
  })));
  part("panel").setAttribute("aria-labelledby", `tab-${panel}`);
  if (had) part(`tab-${panel}`).focus();
}

/** Shows once, until it was taken or sent away, where a newcomer begins. */
function welcome(isNew) {
  if (!isNew) localStorage.setItem(WELCOMED, "yes");
  const isShown = isNew && !localStorage.getItem(WELCOMED);
  fill(part("welcome"), isShown && [
    "New here? ", button("Learn the game in three minutes", () => openPanel("learning")),
    button("×", () => welcome(false), { "aria-label": "Do not show this again" }),
  ]);
}

/** Lets the header say what is on the board, whenever another game has come there. */
function showHeader() {
  if (headed.lines === session.lines) return;
  headed.lines = session.lines;
  const { game, board: size } = session.lines.root;
  if (headed.game !== game || headed.size !== size) keepingFocus(part("new-game"), () => showNewGame(game, size));
}

/** A game from its opening; the browser's way back leads to the game before. */
function startNew(question) {
  leaveGuest();
  part("connection").hidden = true;
  history.pushState(null, "", location.href);
  session.open(question);
}

function showNewGame(chosen, size = null) {
  const game = context.game(chosen);
  Object.assign(headed, { game: chosen, size: size ?? game.boards.default });
  const boards = element("input", {
    name: "board", value: headed.size, size: 5, list: "boards", maxlength: 7, autocomplete: "off", title: game.boards.form,
  });
  fill(part("new-game"),
    select("Game", games.games.map((each) => [each.game, capital(each.game)]), chosen, (other) => {
      keepingFocus(part("new-game"), () => showNewGame(other));
      startNew({ game: other });
    }, { name: "game" }),
    element("label", { class: "field" }, element("span", {}, "Board"), boards),
    element("datalist", { id: "boards" }, game.boards.some.map((name) => element("option", { value: name }))),
    button("New game", null, { type: "submit" }));
}

document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  board.focus();
});

part("new-game").addEventListener("submit", (event) => {
  event.preventDefault();
  const asked = new FormData(event.target);
  startNew({ game: asked.get("game"), board: asked.get("board").trim() });
});

function leaveGuest() {
  if (guest) openPanel("playing");
}

onConnection((isLost) => {
  part("connection").hidden = !isLost;
  part("connection").textContent = isLost ? "The explorer does not answer. It is asked again; nothing is lost." : "";
});

window.addEventListener("hashchange", () => {
  const code = location.hash.slice(1);
  if (!code || code === session.code) return;
  leaveGuest();
  session.open({ code });
});

/** Begins with what the address, this tab or the command line have, or else with the first game. */
async function begin() {
  const code = new URL(location.href).hash.slice(1);
  games = await ask({ do: "games" });
  if (games.engine) session.compare = compare;
  showNewGame(games.games[0].game);
  showTabs();
  welcome(true);
  if (await puzzles.resume(context)) {
    openPanel("puzzles");
    return;
  }
  if ((!games.opened || code) && (await session.restore(code))) return;
  if (code) {
    await session.open({ code });
    if (session.lines) return;
    part("connection").hidden = false;
    part("connection").textContent = session.refusal.reason;
    session.refusal = null;
  }
  if (games.opened) await session.act(() => session.opened(games.opened));
  else await session.open({ game: games.games[0].game });
}

begin();
