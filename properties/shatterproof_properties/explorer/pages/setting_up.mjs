// The panel to set a position up: paint, cut and join freely, load any text; what is wrong is marked where it is.

import { ask } from "./ask.mjs";
import { codeOfAddress } from "./sharing.mjs";
import { button, capital, checkbox, element, fill, select } from "./elements.mjs";
import { ofTab } from "./storage.mjs";
import { clauseLink } from "./text_blocks.mjs";

const DRAFT = "set-up";

class Editor {
  constructor(context) {
    this.context = context;
    this.game = context.game();
    /** What a click does, one of the tools of the game; null where it has none. */
    this.tool = this.game.tools[0] ?? null;
    this.before = [];
    this.selected = [];
    this.now = { shown: context.session.shown, problems: [] };
    this.from = this.now.shown.position;
    this.refusal = null;
    this.#goOn(ofTab.get(DRAFT));
  }

  /** Goes on with what was set up of this position before the place or the page was left. */
  #goOn(draft) {
    if (!draft || JSON.stringify(draft.from) !== JSON.stringify(this.from)) return;
    this.before.push(this.now);
    this.now = draft.now;
  }

  #keep() {
    ofTab.set(DRAFT, { from: this.from, now: this.now });
  }

  edit(edits) {
    return this.context.session.act(() => this.#edit(edits));
  }

  async #edit(edits) {
    try {
      const answer = await ask({ do: "edit", position: this.now.shown.position, edits });
      this.refusal = answer.refusal ?? null;
      if (!this.refusal) {
        this.before.push(this.now);
        this.now = answer;
        this.#keep();
      }
      this.context.say(this.refusal?.reason ?? (answer.problems.map((problem) => problem.text).join(". ") || answer.shown.caption));
    } catch (error) {
      this.refusal = { reason: error.message, clause: "" };
    }
    this.selected = [];
    this.context.refresh();
  }

  get gathers() {
    return this.tool?.field === "unite";
  }

  pick(id) {
    if (this.tool?.field === "halve") return this.edit([{ halve: id, axis: this.tool.value }]);
    if (!this.gathers) return this.tool && this.edit([{ put: [id], what: this.tool.value }]);
    this.selected = this.selected.includes(id) ? this.selected.filter((other) => other !== id) : [...this.selected, id];
    return this.context.refresh();
  }

  sweep(ids) {
    if (!this.gathers && this.tool?.field !== "put") return false;
    if (this.gathers) this.selected = [...new Set([...this.selected, ...ids])];
    else this.edit([{ put: ids, what: this.tool.value }]);
    this.context.refresh();
    return true;
  }

  drag() {}

  undo() {
    this.now = this.before.pop() ?? this.now;
    this.refusal = null;
    this.#keep();
    this.context.refresh();
  }

  show({ board, parts, openRule }) {
    const { shown, problems } = this.now;
    board.show(shown.drawing, {
      chosen: this.selected, forbids: [...problems.flatMap((problem) => problem.about), ...(this.refusal?.about ?? [])], label: shown.caption,
    });
    parts.menu.hidden = parts.ended.hidden = true;
    fill(parts.status, element("b", {}, "Setting up"), element("span", { class: "hint" }, shown.caption));
    parts.refusal.hidden = !this.refusal && !problems.length;
    fill(parts.refusal, this.refusal && element("p", {}, this.refusal.reason),
      problems.map((problem) => element("p", {}, problem.text, " ", problem.clause && clauseLink(problem.clause, openRule))));
    fill(parts.bar,
      this.gathers && button("Join the chosen pieces", () => this.edit([{ unite: this.selected }]), { class: "primary", disabled: this.selected.length < 2 }),
      button("Undo", () => this.undo(), { class: "outline", disabled: !this.before.length }));
  }

  /** Makes the position that of the game, and opens a place or a panel for it. */
  leaveFor(place) {
    const { position } = this.now.shown;
    const { session, open } = this.context;
    open(place);
    return session.open({ game: this.game.game, text: JSON.stringify(position) });
  }
}

let editor = null;

export const settingUp = {
  title: "Set up",

  enter(context) {
    editor = new Editor(context);
    context.invite(editor);
  },

  leave(context) {
    editor = null;
    context.invite(null);
  },

  show(container, context) {
    const { position } = editor.now.shown;
    fill(container, element("h2", {}, "Set up a position"), tools(), sides(position), switches(position),
      element("div", { class: "bar" },
        position.memory?.length || position.memory?.turns ? button("Forget the turns before", () => editor.edit([{ forget: true }])) : null,
        editor.game.tools.some(({ field, value }) => field === "put" && !value)
          ? button("Clear the board", () => editor.edit([{ put: [...context.board.places.keys()], what: "" }])) : null,
        button("Play from here", () => editor.leaveFor("play"), { class: "primary", disabled: editor.now.problems.length > 0 }),
        button("Compose from here", () => editor.leaveFor("composing"), { class: "outline", disabled: editor.now.problems.length > 0 })),
      loading(context));
  },
};

function tools() {
  return element("div", { class: "bar", role: "group", "aria-label": "Tool" },
    editor.game.tools.map((tool) => button(tool.text, () => {
      editor.tool = tool;
      editor.selected = [];
      editor.context.refresh();
    }, { "aria-pressed": String(tool === editor.tool) })));
}

function sides(position) {
  return select("To move", editor.game.sides.map((side) => [side, capital(side)]), position.to_move, (side) => editor.edit([{ side }]));
}

function switches(position) {
  if (!editor.game.switches.length) return null;
  return element("div", { class: "bar", role: "group", "aria-label": "What else is set" }, editor.game.switches.map(({ field, value, text }) =>
    checkbox(text, position[field].includes(value), (is) => editor.edit([{
      [field]: is ? [...position[field], value] : position[field].filter((other) => other !== value),
    }]), { class: "field" })));
}

function loading({ session, open }) {
  return element("form", {
    onsubmit: (event) => {
      event.preventDefault();
      const text = new FormData(event.target).get("text");
      const code = codeOfAddress(text);
      open("play");
      session.open(code ? { code } : { text });
    },
  },
  element("h3", {}, "Load"),
  element("label", {}, "A diagram, JSON, a record, a puzzle or an address", element("textarea", { name: "text", spellcheck: "false" })),
  element("div", { class: "bar" },
    element("label", { class: "field" }, element("span", {}, "from a file"), element("input", {
      type: "file",
      onchange: async (event) => {
        const [file] = event.target.files;
        if (file && file.size <= 8 * 2 ** 20) event.target.form.elements.text.value = await file.text();
      },
    })),
    button("Open", null, { type: "submit" })));
}
