// The table: board, whose turn it is, the turn that is being built, and what was refused.

import { button, element, fill } from "./elements.mjs";
import { clauseLink } from "./rules.mjs";

const MANY = 24;

/** Shows the session on the table. `parts` are the elements of the page, by name. */
export function showTable({ session, board, parts, openRule }) {
  const { step, shown, refusal, offered } = session;
  const choices = step?.choices ?? [];
  const allowed = choices.filter((choice) => !choice.refusal);
  board.show(step?.drawing ?? shown.drawing, {
    can: [...new Set(allowed.flatMap((choice) => choice.at))],
    chosen: chosen(step),
    forbids: refusal?.about ?? [],
    lines: linesOf(choices, offered),
    label: step?.caption || shown.caption,
  });
  const arrows = allowed.filter((choice) => choice.shape?.kind === "arrow");
  fill(parts.status, status(session), session.lines.node.announced ? ` — ${session.lines.node.announced}` : "");
  showMenu(parts.menu, session, board);
  showBuilding(parts.building, session, arrows, board);
  showRefusal(parts.refusal, session, openRule);
}

function status(session) {
  const outcome = session.step?.outcome ?? session.shown.outcome;
  return outcome ? outcome.text : session.step?.caption || session.shown.caption;
}

/** The names in the parts of a turn: the piece, cell or square that each part takes. */
function chosen(step) {
  return (step?.parts ?? []).flatMap((part) => part.split(" ").slice(1).filter((word) => /^[\d/]+,[\d/]+$|^[a-z]\d+$/.test(word)));
}

/** The lines that can be chosen on the board: of all choices, or of those that the open menu has. */
function linesOf(choices, offered) {
  return choices.flatMap((choice, index) =>
    choice.shape?.kind === "line" && !choice.refusal && (!offered || offered.choices.includes(choice))
      ? [[...choice.shape.points.flat(), `line ${index}`]]
      : []);
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

function showBuilding(building, session, arrows, board) {
  const { step } = session;
  if (!step) return fill(building);
  const others = step.choices.filter((choice) => !choice.at.length || arrows.includes(choice));
  return fill(building,
    step.did.length ? element("ul", { class: "happened" }, step.did.map((did) => element("li", {}, did.text))) : null,
    element("div", { class: "bar" },
      step.turn && button(["Play ", element("span", { class: "notation" }, step.turn)], () => session.end(), { class: "main", id: "end-turn" }),
      button("Undo", () => session.undo(), { id: "undo", disabled: !step.parts.length && session.lines.node.parent === null }),
      step.parts.length ? button("Start the turn over", () => session.cancel()) : null),
    others.length && others.length <= MANY && step.parts.length
      ? element("div", { class: "bar", role: "group", "aria-label": "What can come next" },
        others.map((choice) => choiceButton(choice, session, board)))
      : null,
    listOfChoices(session, board));
}

/** All that can come next, as a list that needs no board. */
function listOfChoices(session, board) {
  const { choices } = session.step;
  if (!choices.length) return null;
  const list = element("div", { class: "bar" });
  return element("details", {
    ontoggle: (event) => {
      if (event.target.open) fill(list, choices.map((choice) => choiceButton(choice, session, board)));
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
    session.tried ? element("p", {}, button("Choose this one instead", () => session.pick(session.tried))) : null);
}
