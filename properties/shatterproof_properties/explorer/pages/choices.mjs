// What can come next in the turn that is being built, as buttons and in the popover beside the pointer; what parts of a turn did, in words.

import { button, element, fill } from "./elements.mjs";

let isListed = false;

/** A choice to be taken; while it is pointed at, the board shows where it lies. */
function choiceButton(choice, session, board) {
  const show = () => board.hint(choice.at, choice.shape);
  const clear = () => board.hint([]);
  return button([choice.label, choice.refusal && element("span", { class: "soft" }, " — not allowed: why?")].flat(),
    () => session.take(choice.part),
    { onpointerenter: show, onfocus: show, onpointerleave: clear, onblur: clear, class: choice.refusal ? "refused" : null });
}

export function listOfChoices({ session, board }) {
  const choices = session.step?.choices ?? [];
  if (!choices.length) return null;
  const list = element("div", { class: "bar" });
  const filled = () => fill(list, choices.map((choice) => choiceButton(choice, session, board)));
  if (isListed) filled();
  return element("details", {
    class: "card why", id: "choices", open: isListed,
    ontoggle: (event) => {
      if (!event.target.isConnected) return;
      isListed = event.target.open;
      if (isListed && !list.childElementCount) filled();
    },
  }, element("summary", {}, `What can come next (${choices.filter((choice) => !choice.refusal).length})`), list);
}

/** What a turn did, in words; while it is pointed at, the board shows where. */
export function happened({ text, about }, board) {
  const show = () => board.hint(about);
  return about.length ? element("span", { class: "points", onpointerenter: show, onpointerleave: () => board.hint([]) }, text) : text;
}

/** Far enough from the pointer that a second click there does not choose by accident. */
const DISTANCE = 14;

export function showPopover({ session, board, parts: { menu } }) {
  const { offered } = session;
  menu.hidden = !offered;
  if (!offered) return fill(menu);
  const hadFocus = menu.contains(document.activeElement) || !menu.childElementCount;
  const { true: refused = [], false: allowed = [] } = Object.groupBy(offered.choices, ({ refusal }) => Boolean(refusal));
  const place = () => placeBeside(menu, board.clicked ?? board.middleInWindow(offered.id));
  const buttons = (choices) => choices.map((choice) => choiceButton(choice, session, board));
  fill(menu, offered.question ? element("p", {}, offered.question) : null, buttons(allowed),
    refused.length > 0 && element("details", { open: !allowed.length, ontoggle: place }, element("summary", {}, "Not allowed"), buttons(refused)),
    button("Close", () => session.undo().then(() => board.focus()), { class: "quiet" }));
  place();
  if (hadFocus) menu.querySelector("button")?.focus({ preventScroll: true });
  return menu;
}

function placeBeside(menu, point) {
  const around = menu.parentElement.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const [x, y] = point ? [point[0] - around.x, point[1] - around.y] : [around.width / 2, around.height / 2];
  const left = x + DISTANCE + width < around.width ? x + DISTANCE : x - DISTANCE - width;
  menu.style.left = `${Math.max(4, Math.min(left, around.width - width - 4))}px`;
  menu.style.top = `${Math.max(4, Math.min(y + DISTANCE, around.height - height - 4))}px`;
}
