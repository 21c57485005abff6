// Keys that work wherever one is on the page, unless something is being typed: through the game, undo, flip.

const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "start", End: "end", f: "flip", Escape: "cancel" };
const WITH_CONTROL = { z: "takeBack" };
const TYPED = "input, textarea, select, dialog, [contenteditable]";
const MOVED_BY_ARROWS = "[role=tablist] *, [role=radiogroup] *";

/** What a key asks for, "" for nothing; `isWalking` where arrows lead from place to place of the board instead. */
export function actOf({ key, ctrlKey, metaKey, altKey }, isTyping, isWalking) {
  if (altKey || isTyping) return "";
  if (ctrlKey || metaKey) return WITH_CONTROL[key] ?? "";
  if (isWalking && key.startsWith("Arrow")) return "";
  return KEYS[key] ?? "";
}

/** Listens on the whole page while `board`, an element, is seen; `acts` are functions by the names above. */
export function listen(acts, board) {
  window.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || !board.offsetParent || !board.childElementCount) return;
    const focus = document.activeElement;
    const isTyping = Boolean(focus?.closest(TYPED) || (event.key.startsWith("Arrow") && focus?.closest(MOVED_BY_ARROWS)));
    const isWalking = board.contains(focus) && focus.matches(":focus-visible");
    const act = acts[actOf(event, isTyping, isWalking)];
    if (!act) return;
    event.preventDefault();
    act();
  });
}
