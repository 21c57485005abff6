// Edits of a game: another main line, a removal, a comment, an end that was agreed, a drawing. All but drawings can be taken back.

export class Edits {
  constructor(session) {
    this.session = session;
    this.forget();
  }

  /** What was done last, in words; "" where nothing can be taken back. */
  get last() {
    return this.done.at(-1)?.said ?? "";
  }

  forget() {
    this.done = [];
  }

  promote() {
    return this.#edit("Made the main line.", (lines) => lines.promote());
  }

  remove() {
    return this.#edit(`Removed ${this.session.lines.node.turn} and what follows.`, (lines) => lines.remove());
  }

  /** Ends the game by what players agree on: `tags` of a record. */
  conclude(tags) {
    return this.#edit("The game is over.", (lines) => Object.assign(lines.tags, tags));
  }

  comment(text) {
    return this.#edit("Commented.", ({ node }) => {
      node.comment = text;
    });
  }

  /** Something to be read about the current position, as its comment where it has none. */
  note(text) {
    return this.session.lines.node.comment ? undefined : this.comment(text);
  }

  /** Draws a mark on the board, or takes it away: the place of a ring, or the two of an arrow. */
  mark(mark) {
    const isSame = (other) => other.join(" ") === mark.join(" ");
    return this.session.act(() => {
      const { node } = this.session.lines;
      node.marks = node.marks.some(isSame) ? node.marks.filter((other) => !isSame(other)) : [...node.marks, mark];
      this.session.tell();
    });
  }

  async takeBack() {
    const { session } = this;
    if (!this.last) return;
    await session.act(() => {
      const edit = this.done.pop();
      if (edit) session.lines.back(edit.before);
    });
    await session.go(session.lines.at);
  }

  async #edit(said, change) {
    const { session } = this;
    const { node } = session.lines;
    await session.act(() => {
      this.done.push({ said, before: session.lines.snapshot() });
      change(session.lines);
      session.tell();
    });
    // A turn that is half built stays, unless its position has gone.
    if (session.lines.node !== node) await session.go(session.lines.at);
    session.say(said);
  }
}
