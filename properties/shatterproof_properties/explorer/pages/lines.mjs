// A game as a tree of turns: the line that is played, and variations beside it.

/** What stands for a turn where the other side of a series passes. */
export const PASSES = "passes";

/**
 * A node is `{id, parent, turn, comment, children, seen}`: `turn` as it is written, null at the root; `children` ids, the
 * first of them the main line; `seen` the answer about its position, null while nobody has asked.
 */
export class Lines {
  /** `root` is what the game begins from: `{game, board, readings, position}`, `position` null for the opening. */
  constructor(root, seen = null) {
    this.root = root;
    this.nodes = [{ id: 0, parent: null, turn: null, comment: "", children: [], seen }];
    this.at = 0;
  }

  get node() {
    return this.nodes[this.at];
  }

  /** The nodes from the root to `id`, both included. */
  path(id = this.at) {
    const found = [];
    for (let node = this.nodes[id]; node; node = this.nodes[node.parent]) found.unshift(node);
    return found;
  }

  /** The turns from the root to `id`. */
  turns(id = this.at) {
    return this.path(id)
      .slice(1)
      .map((node) => node.turn);
  }

  /** The turns to the current node, and those of the main line from there on. */
  line() {
    const turns = this.turns();
    for (let node = this.node; node.children.length; ) {
      node = this.nodes[node.children[0]];
      turns.push(node.turn);
    }
    return turns;
  }

  /** Whether all that leads anywhere are turns, so that positions can be asked for again. */
  get isGame() {
    return this.nodes.every((node) => node.turn !== PASSES);
  }

  /** How many turns lead to `id`. */
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
    const node = { id: this.nodes.length, parent: this.at, turn, comment: "", children: [], seen };
    this.nodes.push(node);
    this.node.children.push(node.id);
    this.at = node.id;
    return node;
  }

  go(id) {
    if (!this.nodes[id]) throw new RangeError(`no turn ${id}`);
    this.at = id;
  }

  /** Goes to the end of the main line from the current node on. */
  last() {
    while (this.node.children.length) [this.at] = this.node.children;
  }

  /** Makes the way to `id` the main line. */
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
    return {
      root: this.root,
      at: this.at,
      nodes: this.nodes.slice(1).map((node) => [node.parent, node.turn, node.comment]),
      comment: this.nodes[0].comment,
      main: this.nodes.map((node) => node.children),
    };
  }

  /** What `kept` gave, read again; null where it is damaged. */
  static restored(kept) {
    try {
      const lines = new Lines(kept.root);
      lines.node.comment = String(kept.comment ?? "");
      for (const [parent, turn, comment] of kept.nodes) {
        if (!lines.nodes[parent] || typeof turn !== "string") return null;
        lines.nodes.push({
          id: lines.nodes.length, parent, turn, comment: String(comment), children: [], seen: null,
        });
      }
      lines.nodes.forEach((node, id) => {
        node.children = kept.main[id].filter((child) => lines.nodes[child]?.parent === id);
      });
      const reached = lines.nodes.slice(1).every((node) => lines.nodes[node.parent].children.includes(node.id));
      if (!reached || typeof lines.root.game !== "string") return null;
      lines.go(kept.at);
      return lines;
    } catch {
      return null;
    }
  }
}
