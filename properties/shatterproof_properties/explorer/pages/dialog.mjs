// The one dialog of the page: whatever is opened in it is closed by Escape, by a click beside it, or by its button.

import { button, element, fill } from "./elements.mjs";

const dialog = () => document.getElementById("dialog");

/** Opens the dialog with a title; `made(close)` gives what is in it. */
export function openDialog(title, made) {
  fill(dialog(), element("div", { class: "sheet" },
    element("div", { class: "bar" }, element("h2", { id: "dialog-title" }, title), element("span", { class: "grow" }),
      button("×", closeDialog, { class: "quiet", "aria-label": "Close" })),
    made(closeDialog)));
  dialog().onclick = (event) => {
    if (event.target === dialog()) closeDialog();
  };
  if (!dialog().open) dialog().showModal();
}

function closeDialog() {
  dialog().close();
}
