// The table: board, whose turn it is, the turn that is being built, and what was refused.

import { button, element, fill } from "./elements.mjs";
import { changesButton } from "./readings.mjs";
import { clauseLink } from "./rules.mjs";

const MANY = 24;
/** Whether the list of all that can come next is open; it stays so from step to step. */
let isListed = false;

/** Shows the session on the table. `parts` are the elements of the page, by name. */
export function showTable(context) {
  const { session, board, parts, openRule } = context;
  const { step, shown, refusal, offered } = session;
  const choices = step?.choices ?? [];
  const allowed = choices.filter((choice) => !choice.refusal);
  board.show(step?.parts.length ? step.drawing : shown.drawing, {
    can: [...new Set(allowed.flatMap((choice) => choice.at))],
    changed: step?.parts.length && !refusal ? step.did.flatMap((did) => did.about) : [],
    forbids: refusal?.about ?? [],
    gone: step?.parts.length ? [] : session.lines.node.gone ?? [],
    lines: linesOf(choices, offered),
    label: step?.caption || shown.caption,
  });
  fill(parts.status, status(session));
  showAnnounced({ session, parts });
  showMenu(parts.menu, session, board);
  showBuilding(parts.building, context);
  showRefusal(parts.refusal, session, openRule);
}

/** What is announced in this position, such as a threat to win. */
export function showAnnounced({ session, parts }) {
  fill(parts.announced, session.step?.parts.length ? "" : session.lines.node.announced ?? "");
}

function status(session) {
  const outcome = session.step?.outcome ?? session.shown.outcome;
  return outcome ? outcome.text : session.step?.caption || session.shown.caption;
}

/** The lines that can be chosen on the board, short ones above long ones: of all choices, or of those in the open menu. */
function linesOf(choices, offered) {
  const length = ([x1, y1, x2, y2]) => Math.hypot(x2 - x1, y2 - y1);
  return choices.flatMap((choice, index) =>
    choice.shape && choice.shape.kind !== "box" && !choice.at.length && !choice.refusal && (!offered || offered.choices.includes(choice))
      ? [[...choice.shape.points.flat(), index, choice.label]]
      : []).sort((one, other) => length(other) - length(one));
}

function showMenu(menu, session, board) {
  menu.hidden = !session.offered;
  if (!session.offered) return fill(menu);
  const had = menu.contains(document.activeElement) || !menu.childElementCount;
  fill(menu, session.offered.choices.map((choice) => choiceButton(choice, session, board)),
    button("Close", () => session.undo().then(() => board.focus())));
  if (had) menu.querySelector("button")?.focus();
  return menu;
}

/** A choice to be taken; while it is pointed at, the board shows where it lies. */
function choiceButton(choice, session, board) {
  const show = () => board.hint(choice.at, choice.shape);
  const clear = () => board.hint([]);
  return button([choice.label, choice.refusal && element("span", { class: "soft" }, " — not allowed: why?")].flat(),
    () => session.take(choice.part),
    { onpointerenter: show, onfocus: show, onpointerleave: clear, onblur: clear, class: choice.refusal ? "refused" : null });
}

/** What is said when the game is over, and ways to go on. */
function ended({ session, openPanel, openRule, newGame }) {
  const { winner, clause, text } = session.shown.outcome;
  return element("div", { class: "ended", id: "ended" }, element("strong", {}, text),
    session.mode ? null : element("div", { class: "bar" },
      button("New game", newGame, { class: "main" }),
      session.lines.at > 0 && button("Look back", () => {
        openPanel("playing");
        session.go(0);
      })),
    element("p", { class: "soft" }, winner ? "Why this wins: " : "Why this ends the game: ", clauseLink(clause, openRule)));
}

function showBuilding(building, context) {
  const { session, board } = context;
  const { step } = session;
  if (!step) return fill(building, ended(context), session.mode ? null : element("div", { class: "bar" }, button("Undo", () => session.undo(), { id: "undo" })));
  const others = step.choices.filter((choice) => !choice.refusal && !choice.at.length);
  return fill(building,
    element("p", { class: "prompt" }, step.prompt),
    step.did.length ? element("ul", { class: "happened" }, step.did.map((did) => element("li", {}, happened(did, board)))) : null,
    element("div", { class: "bar" },
      step.turn && button(["Play ", element("span", { class: "notation" }, step.turn)], () => session.end(), { class: "main", id: "end-turn" }),
      button("Undo", () => session.undo(), { id: "undo", disabled: !step.parts.length && session.lines.node.parent === null && !session.mode?.found.length }),
      step.parts.length ? button("Start the turn over", () => session.cancel()) : null),
    others.length && others.length <= MANY && step.parts.length
      ? element("div", { class: "bar", role: "group", "aria-label": "What can come next" },
        others.map((choice) => choiceButton(choice, session, board)))
      : null,
    listOfChoices(session, board));
}

/** What a turn did, in words; while it is pointed at, the board shows where. */
export function happened({ text, about }, board) {
  const show = () => board.hint(about);
  return about.length ? element("span", { class: "points", onpointerenter: show, onpointerleave: () => board.hint([]) }, text) : text;
}

/** All that can come next, as a list that needs no board. */
function listOfChoices(session, board) {
  const { choices } = session.step;
  if (!choices.length) return null;
  const list = element("div", { class: "bar" });
  const filled = () => fill(list, choices.map((choice) => choiceButton(choice, session, board)));
  if (isListed) filled();
  return element("details", {
    open: isListed,
    ontoggle: (event) => {
      if (!event.target.isConnected) return;
      isListed = event.target.open;
      if (isListed && !list.childElementCount) filled();
    },
  }, element("summary", {}, `What can come next (${choices.filter((choice) => !choice.refusal).length})`), list);
}

function showRefusal(place, session, openRule) {
  const { refusal } = session;
  place.hidden = !refusal;
  if (!refusal) return fill(place);
  return fill(place,
    element("strong", {}, refusal.verdict === "ambiguous" ? "Ambiguous. " : refusal.clause ? "Not allowed. " : ""),
    refusal.reason, refusal.reason.endsWith(".") ? " " : ". ",
    refusal.clause ? [clauseLink(refusal.clause, openRule), refusal.title ? `: ${refusal.title}` : ""] : null,
    refusal.means?.length ? element("div", { class: "bar" }, refusal.means.map((text) => button(text, () => session.play(text)))) : null,
    refusal.turn && refusal.clause ? changesButton(session.shown.position, refusal.turn, openRule) : null,
    session.tried ? element("p", {}, button("Choose this one instead", () => session.pick(session.tried))) : null);
}
