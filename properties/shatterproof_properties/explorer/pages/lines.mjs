// A game as a tree of turns: the line that is played, and variations beside it.

/** What stands for a turn where the other side of a series passes. */
export const PASSES = "passes";

/**
 * A node is `{id, parent, turn, comment, marks, children, seen}`: `turn` as it is written, null at the root; `marks` drawn on the board,
 * each the place of a ring or the two of an arrow; `children` ids, the first of them the main line; `seen` the answer about its
 * position, null while nobody has asked. `tags` are those of a record, with its result.
 */
export class Lines {
  /** `root` is what the game begins from: `{game, board, readings, position}`, `position` null for the opening. */
  constructor(root, seen = null) {
    this.root = root;
    this.nodes = [{ id: 0, parent: null, turn: null, comment: "", marks: [], children: [], seen }];
    this.at = 0;
    this.tags = {};
  }

  /** The lines of a game as `open` answers it. */
  static opened({ game, board, readings, start, turns = [], variations = [], at = turns.length, comments = {}, marks = {}, tags = {} }) {
    const lines = new Lines({ game, board, readings, position: start.position }, start);
    for (const played of turns) lines.add(played.turn, played.shown);
    const numbers = lines.nodes.map(({ id }) => id);
    for (const [parent, turn] of variations) {
      lines.go(numbers[parent]);
      numbers.push(lines.add(turn).id);
    }
    for (const [number, text] of Object.entries(comments)) lines.nodes[numbers[number]].comment = text;
    for (const [number, drawn] of Object.entries(marks)) lines.nodes[numbers[number]].marks = drawn;
    lines.tags = { ...tags };
    lines.go(numbers[at] ?? 0);
    return lines;
  }

  get node() {
    return this.nodes[this.at];
  }

  path(id = this.at) {
    const found = [];
    for (let node = this.nodes[id]; node; node = this.nodes[node.parent]) found.unshift(node);
    return found;
  }

  turns(id = this.at) {
    return this.path(id)
      .slice(1)
      .map((node) => node.turn);
  }

  /** The nodes from the root to `id`, and on from there along the first of each one's children. */
  line(id = this.at) {
    const found = this.path(id);
    while (found.at(-1).children.length) found.push(this.nodes[found.at(-1).children[0]]);
    return found;
  }

  main() {
    return this.line(0);
  }

  /** The game as questions have it: the main line, then the nodes beside it; of a series the line at hand alone. */
  asked() {
    const path = this.isGame ? this.main() : this.line();
    const beside = this.isGame ? this.nodes.filter((node) => !path.includes(node)) : [];
    const nodes = [...path, ...beside];
    const numbers = new Map(nodes.map((node, number) => [node.id, number]));
    const noted = (name) => Object.fromEntries(nodes.map((node, number) => [number, node[name]]).filter(([, note]) => note.length));
    return {
      start: this.root.position,
      turns: path.slice(1).map(({ turn }) => turn),
      at: numbers.get(this.at),
      variations: beside.map(({ parent, turn }) => [numbers.get(parent), turn]),
      comments: noted("comment"),
      marks: noted("marks"),
      tags: this.tags,
    };
  }

  /** Forgets how the game ended: whoever plays on takes back what was agreed. */
  goOn() {
    delete this.tags.Result;
    delete this.tags.Termination;
  }

  /** All that an edit can change, to be taken back by `back`. */
  snapshot() {
    return { nodes: this.nodes.map((node) => ({ ...node, children: [...node.children] })), at: this.at, tags: { ...this.tags } };
  }

  back(snapshot) {
    Object.assign(this, snapshot);
  }

  /** Whether all that leads anywhere are turns, so that positions can be asked for again. */
  get isGame() {
    return this.nodes.every((node) => node.turn !== PASSES);
  }

  ply(id = this.at) {
    return this.path(id).length - 1;
  }

  /** Goes on from the current node by a turn: along the variation that has it, or else along a new one. */
  add(turn, seen = null) {
    const known = this.node.children.map((id) => this.nodes[id]).find((node) => node.turn === turn);
    if (known) {
      known.seen = seen ?? known.seen;
      this.at = known.id;
      return known;
    }
    const node = { id: this.nodes.length, parent: this.at, turn, comment: "", marks: [], children: [], seen };
    this.nodes.push(node);
    this.node.children.push(node.id);
    this.at = node.id;
    return node;
  }

  go(id) {
    if (!this.nodes[id]) throw new RangeError(`no turn ${id}`);
    this.at = id;
  }

  last() {
    while (this.node.children.length) [this.at] = this.node.children;
  }

  promote(id = this.at) {
    for (let node = this.nodes[id]; node.parent !== null; node = this.nodes[node.parent]) {
      const children = this.nodes[node.parent].children;
      children.splice(children.indexOf(node.id), 1);
      children.unshift(node.id);
    }
  }

  /** Takes away a turn with all that follows it. Numbers of other nodes change. */
  remove(id = this.at) {
    if (id === 0) return;
    const parent = this.nodes[id].parent;
    const gone = new Set([id]);
    for (const node of this.nodes) if (gone.has(node.parent)) gone.add(node.id);
    const kept = this.nodes.filter((node) => !gone.has(node.id));
    const number = new Map(kept.map((node, index) => [node.id, index]));
    const stay = gone.has(this.at) ? parent : this.at;
    for (const node of kept) {
      node.children = node.children.filter((child) => !gone.has(child)).map((child) => number.get(child));
      node.parent = node.parent === null ? null : number.get(node.parent);
    }
    for (const node of kept) node.id = number.get(node.id);
    this.nodes = kept;
    this.at = number.get(stay);
  }

  /** What a store keeps: no positions, since they can be asked for again. */
  kept() {
    return { root: this.root, ...this.asked() };
  }

  /** What `kept` gave, read again; null where it is damaged. */
  static restored(kept) {
    try {
      const { root, turns, ...beside } = kept;
      const lines = Lines.opened({ ...beside, ...root, start: root, turns: turns.map((turn) => ({ turn })) });
      lines.nodes[0].seen = null;
      return [root.game, ...lines.nodes.slice(1).map(({ turn }) => turn)].every((text) => typeof text === "string") ? lines : null;
    } catch {
      return null;
    }
  }
}
