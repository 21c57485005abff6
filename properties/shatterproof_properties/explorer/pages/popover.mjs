// The popover: where a click has several meanings, they are offered beside the pointer.

import { button, element, fill } from "./elements.mjs";
import { choiceButton } from "./choices.mjs";

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
