// The moves: a table of two columns, variations and comments between its rows, and ways through the game.

import { button, element, icon, tool } from "./elements.mjs";

export function movesCard({ session }) {
  const { lines } = session;
  const list = element("div", { class: "line", role: "group", "aria-label": "Turns", tabindex: "0" }, start(session), rows(session));
  requestAnimationFrame(() => showCurrent(list));
  return element("section", { class: "card moves", "aria-label": "Moves" }, list, steps(session), commentField(lines.node, session));
}

export function hearMoves(container, { session }) {
  const turn = container.querySelector(`[data-node="${session.lines.at}"]`);
  if (turn) turn.textContent = turnText(session.lines.node);
}

function showCurrent(list) {
  const current = list.querySelector("[aria-current]");
  if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
}

function steps(session) {
  const { lines } = session;
  const atStart = lines.at === 0;
  const atEnd = lines.node.children.length === 0;
  return element("div", { class: "steps", role: "toolbar", "aria-label": "Go through the game" },
    tool(icon("first"), "To the start", () => session.go(0), { class: null, disabled: atStart }),
    tool(icon("back"), "One turn back", () => session.back(), { class: null, disabled: atStart }),
    tool(icon("forward"), "One turn forward", () => session.forward(), { class: null, disabled: atEnd }),
    tool(icon("last"), "To the end of the line", () => session.toEnd(), { class: null, disabled: atEnd }),
    element("span", { class: "grow" }),
    session.edits.last && tool(icon("undo"), `Take back: ${session.edits.last}`, () => session.edits.takeBack()),
    tool(icon("up"), "Make this the main line", () => session.edits.promote(), { disabled: isMain(lines) }),
    tool(icon("remove"), "Remove this turn and what follows", () => session.edits.remove(), { disabled: atStart }));
}

function isMain(lines) {
  return lines.path().every((node) => node.parent === null || lines.nodes[node.parent].children[0] === node.id);
}

function start(session) {
  const node = session.lines.nodes[0];
  return element("div", { class: "wholly" }, link(session, node), comment(node));
}

/** The main line, a row for two turns; what is said between them has rows of its own, after which dots stand for the first. */
function rows(session) {
  const { nodes } = session.lines;
  const found = [];
  let node = nodes[0];
  let wasBroken = true;
  while (node.children.length) {
    const [main, ...others] = node.children.map((child) => nodes[child]);
    const isFirst = isFirstSide(session, main);
    if (isFirst) found.push(number(session, main, false));
    else if (wasBroken) found.push(number(session, main, false), element("span", { class: "soft" }, "…"));
    found.push(link(session, main));
    const between = [comment(main), others.map((other) => variation(session, other))].flat().filter(Boolean);
    wasBroken = between.length > 0;
    if (wasBroken) {
      if (isFirst) found.push(element("span", { class: "soft" }, "…"));
      found.push(element("div", { class: "wholly" }, between));
    }
    node = main;
  }
  return found;
}

function variation(session, first) {
  const { nodes } = session.lines;
  const parts = [number(session, first), link(session, first), comment(first)];
  for (let node = first; node.children.length; ) {
    const [main, ...others] = node.children.map((child) => nodes[child]);
    parts.push(isFirstSide(session, main) || others.length ? number(session, main) : null, link(session, main), comment(main),
      others.map((other) => variation(session, other)));
    node = main;
  }
  return element("span", { class: "variation" }, "(", parts.flat().filter(Boolean), ")");
}

function isFirstSide(session, node) {
  return session.lines.ply(node.id) % 2 === 1;
}

function number(session, node, hasDots = true) {
  const ply = session.lines.ply(node.id);
  return element("span", { class: "number" }, `${Math.ceil(ply / 2)}${hasDots ? (ply % 2 ? "." : ". …") : ""}`);
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

function commentField(node, session) {
  const name = node.turn ? `Comment on ${node.turn}` : "Comment on the start";
  return element("input", {
    type: "text", class: "comments", value: node.comment, maxlength: 500, "aria-label": name, placeholder: name,
    onchange: (event) => session.edits.comment(event.target.value),
  });
}
