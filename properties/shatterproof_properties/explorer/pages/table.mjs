// The table: the board, the status line above it, the bar of the turn below it, and what is refused or over.

import { button, capital, element, fill, icon, tool } from "./elements.mjs";
import { concluded } from "./opponent.mjs";
import { changesButton } from "./readings.mjs";
import { clauseLink } from "./text_blocks.mjs";
import { showPopover } from "./choices.mjs";

/** Shows the session on the table. `parts` are the elements of the page, by name. */
export function showTable(context) {
  const { session, board, parts, opponent, isDrawing } = context;
  const { step, shown, refusal, offered } = session;
  const choices = opponent.isAnswering || isDrawing ? [] : step?.choices ?? [];
  const allowed = choices.filter((choice) => !choice.refusal);
  const final = allowed.filter((choice) => choice.warning).flatMap((choice) => choice.at);
  board.show(step?.parts.length ? step.drawing : shown.drawing, {
    can: [...new Set(allowed.flatMap((choice) => choice.at))],
    final,
    changed: step?.parts.length && !refusal ? step.did.flatMap((did) => did.about) : [],
    forbids: refusal?.about ?? [],
    winning: (step ? step.outcome : shown.outcome)?.about ?? [],
    drawn: session.lines.node.marks,
    gone: step?.parts.length ? [] : session.lines.node.gone ?? [],
    lines: linesOf(choices, offered),
    label: step?.caption || shown.caption,
  });
  showStatus(context);
  showPopover(context);
  showBar(context);
  showRefusal(context);
  showEnded(context);
}

export function showStatus({ session, parts, game, opponent, isDrawing }) {
  const { step, shown, lines } = session;
  const outcome = step?.outcome ?? shown.outcome ?? concluded(lines, game().sides);
  const side = shown.to_move;
  const prompt = outcome ? "" : opponent.isAnswering ? "The program thinks …" : step?.prompt ?? "";
  const hint = isDrawing ? "Choose a place to ring it, or drag to draw an arrow." : prompt;
  const announced = step?.parts.length ? "" : lines.node.announced ?? "";
  const [standing, ...more] = (step?.caption || shown.caption).split(", ").slice(1);
  fill(parts.status,
    element("span", { class: "side", "data-side": game()?.sides.indexOf(outcome?.winner ?? side), "aria-hidden": "true" }),
    element("b", {}, outcome ? opponent.inWords(outcome) : capital(standing)), " ",
    outcome || !more.length ? null : element("span", { class: "soft" }, more.join(", ")), " ",
    announced && element("span", { class: "announced", id: "announced" }, announced), " ",
    hint && element("span", { class: "hint" }, hint));
}

/** The lines that can be chosen on the board, short ones above long ones: of all choices, or of those in the open menu. */
function linesOf(choices, offered) {
  const length = ([x1, y1, x2, y2]) => Math.hypot(x2 - x1, y2 - y1);
  return choices.flatMap((choice, index) =>
    choice.shape && choice.shape.kind !== "box" && !choice.at.length && !choice.refusal && (!offered || offered.choices.includes(choice))
      ? [[...choice.shape.points.flat(), index, choice.label]]
      : []).sort((one, other) => length(other) - length(one));
}

/** One bar of one height, whatever the turn has come to: its end, the ways back, and the turn as text. */
function showBar({ session, board, parts, isDrawing, hold }) {
  const { step, lines, mode } = session;
  const isBuilding = Boolean(step?.parts.length);
  const canUndo = isBuilding || (mode ? mode.canTakeBack : lines.node.parent !== null);
  fill(parts.bar,
    button("End turn", () => session.end(), { class: "primary", id: "end-turn", disabled: !step?.turn }),
    button("Undo", () => session.undo(), { class: "outline", id: "undo", disabled: !canUndo }),
    tool("✕", "Start the turn over", () => session.cancel(), { disabled: !isBuilding }),
    element("span", { class: "grow" }),
    typedTurn(session),
    tool(icon("pencil"), "Draw rings and arrows", () => hold(!isDrawing), { "aria-pressed": String(isDrawing) }),
    tool(icon("flip"), "Turn the board round", () => board.flip()));
}

/** The turn as it would be written; another can be typed in its place. */
function typedTurn(session) {
  return element("form", {
    class: "typed",
    onsubmit: (event) => {
      event.preventDefault();
      const text = new FormData(event.target).get("turn").trim();
      if (text) session.play(text);
    },
  }, element("input", {
    name: "turn", class: "notation", "aria-label": "Turn as text", placeholder: "or type a turn", title: "The turn in notation: type one and press Enter",
    value: session.refusal?.turn ?? session.step?.turn ?? "", maxlength: 4096, autocomplete: "off", spellcheck: "false", autocapitalize: "off", enterkeyhint: "go",
  }));
}

function showEnded({ session, parts, open, openRule, newGame, game }) {
  const outcome = session.shown.outcome ?? (session.step?.parts.length ? null : concluded(session.lines, game().sides));
  parts.ended.hidden = !outcome;
  if (!outcome) return fill(parts.ended);
  return fill(parts.ended,
    session.mode ? null : element("div", { class: "bar" },
      button("New game", newGame, { class: "primary" }),
      session.lines.at > 0 && button("Look back", () => {
        open("play");
        session.go(0);
      }, { class: "outline" })),
    outcome.clause && element("p", { class: "soft" }, outcome.winner ? "Why this wins: " : "Why this ends the game: ", clauseLink(outcome.clause, openRule)));
}

function showRefusal({ session, parts, openRule }) {
  const { refusal } = session;
  parts.refusal.hidden = !refusal;
  if (!refusal) return fill(parts.refusal);
  return fill(parts.refusal,
    element("strong", {}, refusal.verdict === "ambiguous" ? "Ambiguous. " : refusal.clause ? "Not allowed. " : ""),
    capital(refusal.reason), refusal.reason.endsWith(".") ? " " : ". ",
    refusal.clause ? clauseLink(refusal.clause, openRule, refusal.title) : null,
    refusal.means?.length ? element("div", { class: "bar" }, refusal.means.map((text) => button(text, () => session.play(text), { class: "outline" }))) : null,
    refusal.turn && refusal.clause ? changesButton(session.shown.position, refusal.turn, openRule) : null,
    session.tried ? button("Choose this one instead", () => session.pick(session.tried), { class: "outline" }) : null);
}
