// What is shown where the page cannot begin: why, and what to do about it. Nothing stays blank.

import { button, element } from "./elements.mjs";

/** Says why the page could not begin; `notify` shows it. */
export function startFailed(error, notify) {
  document.getElementById("table").setAttribute("aria-busy", "false");
  if (error.code === "locked") notify(...unlocking());
  else notify(element("strong", {}, "The board could not begin. "), `${error.message}. `, button("Try again", () => location.reload()));
  if (error.code !== "locked") console.error(error);
}

/** What to do where this browser does not know the token of the explorer. The game in the address is kept. */
function unlocking() {
  const open = (event) => {
    event.preventDefault();
    const token = /[?&]token=([\w-]+)/.exec(new FormData(event.target).get("address"))?.[1];
    if (token) location.assign(`${location.pathname}?token=${token}${location.hash}`);
    else event.target.querySelector("p").textContent = "That is not the address that the command printed: it has “?token=” in it.";
  };
  return [
    element("strong", {}, "This explorer does not know this browser yet. "),
    "The command that started it has printed an address with a token. Open that address, or paste it here; the game in this address stays.",
    element("form", { class: "bar", onsubmit: open },
      element("label", { class: "field wide" }, element("span", {}, "Printed address"), element("input", { name: "address", autocomplete: "off", required: true })),
      button("Open", null, { type: "submit", class: "primary" }), element("p", { role: "status" })),
  ];
}
