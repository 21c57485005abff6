// The panel of the game: turns as a list with variations and comments, typed turns, what the last turn did.

import { button, element, fill } from "./elements.mjs";
import { changesButton } from "./readings.mjs";
import { clauseLink } from "./rules.mjs";
import { happened } from "./table.mjs";

export const playing = {
  title: "Play",

  show(container, { session, board, openRule }) {
    const moves = element("section", { "aria-label": "Turns" });
    const typed = element("form", {
      class: "bar",
      onsubmit: (event) => {
        event.preventDefault();
        const text = new FormData(event.target).get("turn").trim();
        if (text) session.play(text);
      },
    },
    element("label", { class: "field wide" }, element("span", {}, "Turn as text"),
      element("input", {
        name: "turn", value: session.refusal?.turn ?? "", maxlength: 4096, autocomplete: "off", spellcheck: "false", autocapitalize: "off", class: "notation",
      })),
    button("Play it", null, { type: "submit" }));
    fill(container, typed, moves, whatHappened(session.lines.node, { session, board, openRule }));
    showMoves(moves, session);
  },

  /** Marks the turn that threatens to win, or that an engine takes otherwise. */
  hear(container, { session }) {
    const turn = container.querySelector(`[data-node="${session.lines.at}"]`);
    if (turn) turn.textContent = turnText(session.lines.node);
  },
};

/** What the turn that led to a node did, step by step, with the clauses. */
export function whatHappened(node, { session, board, openRule }) {
  if (!node.did?.length) return null;
  const before = session.lines.nodes[node.parent].seen.position;
  return element("section", {}, element("h2", {}, "What ", element("span", { class: "notation" }, node.turn), " did"),
    element("ol", {}, node.did.map((did) => element("li", {}, happened(did, board), " ",
      did.clauses.map((clause) => [clauseLink(clause, openRule), " "])))),
    changesButton(before, node.turn, openRule));
}

/** Shows `lines` in `container`; `session` is asked to go, promote, remove, comment. */
function showMoves(container, session) {
  const lines = session.lines;
  const list = element("div", { class: "line", role: "group", "aria-label": "Turns" }, startLink(session), following(session, 0));
  fill(container, bar(session), list, commentField(session));
  const current = container.querySelector("[aria-current]");
  if (current && container.scrollHeight > container.clientHeight) {
    list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  }
  return lines;
}

function bar(session) {
  const { lines } = session;
  const atStart = lines.at === 0;
  const atEnd = lines.node.children.length === 0;
  return element("div", { class: "bar", role: "toolbar", "aria-label": "Go through the game" },
    button("|◀", () => session.go(0), { "aria-label": "To the start", disabled: atStart }),
    button("◀", () => session.go(lines.node.parent), { "aria-label": "One turn back", disabled: atStart }),
    button("▶", () => session.go(lines.node.children[0]), { "aria-label": "One turn forward", disabled: atEnd }),
    button("▶|", () => session.toEnd(), { "aria-label": "To the end of the line", disabled: atEnd }),
    button("↑ main", () => session.promote(), { "aria-label": "Make this the main line", disabled: isMain(lines) }),
    button("Remove", () => session.remove(), { "aria-label": "Remove this turn and what follows", disabled: atStart }));
}

function isMain(lines) {
  return lines.path().every((node) => node.parent === null || lines.nodes[node.parent].children[0] === node.id);
}

function startLink(session) {
  const node = session.lines.nodes[0];
  return [link(session, node), comment(node)];
}

/** What follows a node: the main turn, its alternatives in brackets, and then what follows the main turn. */
function following(session, id, isVariation = false) {
  const { nodes } = session.lines;
  let node = nodes[id];
  const parts = [];
  let numbered = !isVariation;
  while (node.children.length) {
    const [main, ...others] = node.children.map((child) => nodes[child]);
    parts.push(numbered || isFirstSide(session, main) ? number(session, main) : null, link(session, main), comment(main));
    numbered = Boolean(main.comment) || others.length > 0;
    for (const other of others) {
      parts.push(element("span", { class: "variation" }, "(",
        number(session, other), link(session, other), comment(other), following(session, other.id, true), ")"));
    }
    node = main;
  }
  return parts;
}

function isFirstSide(session, node) {
  return session.lines.ply(node.id) % 2 === 1;
}

function number(session, node) {
  const ply = session.lines.ply(node.id);
  return element("span", { class: "number" }, `${Math.ceil(ply / 2)}${ply % 2 ? ")" : ") …"}`);
}

function link(session, node) {
  return button(turnText(node), () => session.go(node.id), {
    class: "turn", "aria-current": node.id === session.lines.at ? "step" : null, "data-node": node.id,
  });
}

/** A turn with its marks: `#` wins, `=` draws, what notation adds where it threatens to win, `≠` an engine takes it otherwise. */
function turnText({ turn, seen, compared }) {
  const outcome = seen?.outcome;
  const mark = outcome ? (outcome.winner ? " #" : " =") : seen?.mark ?? "";
  return (turn ?? "Start") + mark + (compared?.differs ? " ≠" : "");
}

function comment(node) {
  return node.comment ? element("span", { class: "comment" }, node.comment) : null;
}

function commentField(session) {
  const node = session.lines.node;
  return element("label", { class: "field wide" },
    element("span", {}, node.turn ? `Comment on ${node.turn}` : "Comment on the start"),
    element("input", {
      type: "text", value: node.comment, maxlength: 500, onchange: (event) => session.comment(event.target.value),
    }));
}
