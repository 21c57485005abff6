// The places of the page: one is open, the browser's way back leads to the one before, and none of them leaves the game.

import { fill, keepingFocus } from "./elements.mjs";

export class Places {
  /**
   * `places` by name. Each has `title`, and `show(container, context)`; perhaps `enter(context)`, `leave(context)`,
   * `hear(container, context)` for what is learnt later, and `view(context)`: `board` (the default), `read`
   * (board and text alike), or `wide` (no board).
   */
  constructor(places, container, context) {
    Object.assign(this, { places, container, context });
    this.name = "front";
    window.addEventListener("popstate", ({ state }) => {
      if (state?.place && state.place !== this.name) this.#come(state.place);
    });
  }

  get place() {
    return this.places[this.name];
  }

  open(name) {
    if (name !== this.name) history.pushState({ place: name }, "", location.href);
    this.#come(name);
  }

  /** Opens a place as if the page had begun there. */
  begin(name) {
    history.replaceState({ place: name }, "", location.href);
    this.#come(name);
  }

  #come(name) {
    if (name !== this.name) this.place.leave?.(this.context);
    this.name = name;
    fill(this.container);
    window.scrollTo(0, 0);
    if (name !== "front") this.context.needGame();
    this.place.enter?.(this.context);
    this.context.refresh();
  }

  /** Gives the page the form of its place; a board that is not seen cannot be measured. */
  setView() {
    document.body.dataset.place = this.name;
    document.body.dataset.view = this.place.view?.(this.context) ?? "board";
  }

  /** Shows the open place, after `setView`. */
  show() {
    document.getElementById("place-title").textContent = this.place.title;
    for (const button of document.querySelectorAll("#places [data-place]")) {
      if (button.dataset.place === this.name) button.setAttribute("aria-current", "page");
      else button.removeAttribute("aria-current");
    }
    if (this.context.session.lines) keepingFocus(this.container, () => this.place.show(this.container, this.context));
  }

  hear() {
    this.place.hear?.(this.container, this.context);
  }
}
