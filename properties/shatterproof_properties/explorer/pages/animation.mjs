// What a turn does, shown act by act: a picture of the board before it lies over the board, and changes until both are alike.

import { picture } from "./elements.mjs";
import { middleOf, standingOn } from "./marks.mjs";

/** How long each kind of act takes, in milliseconds. */
const LASTS = { placed: 150, moved: 180, cut: 200, joined: 200, swapped: 170, captured: 230, fell: 230, removed: 250 };
/** How far halves spring apart, and pieces close up, in the drawing. */
const SPRING = 4;
/** What a drawing has besides pieces: the walk of the turn before. */
const OF_THE_TURN_BEFORE = "svg > polyline, svg > circle";

/** The phases of a motion that have not been shown: those after `shown`, where it begins with them; else all. */
export function rest(shown, motion) {
  const begins = shown.every((phase, index) => JSON.stringify(phase) === JSON.stringify(motion[index]));
  return begins ? motion.slice(shown.length) : motion;
}

const duration = (phase) => Math.max(0, ...phase.map(({ did }) => LASTS[did] ?? 0));

export class Animation {
  /** Motions are shown over the drawing in `container`; `begins(phase)` is called at the beginning of each phase. */
  constructor(container, begins) {
    Object.assign(this, { container, begins });
    this.waiting = [];
    this.stage = null;
    for (const event of ["pointerdown", "keydown", "wheel"]) {
      window.addEventListener(event, () => this.finish(), { capture: true, passive: true });
    }
  }

  /** Shows a motion from one drawing to another, or back from that, after those that are being shown. */
  show(before, after, motion, isBack = false) {
    if (!motion.length) return;
    if (document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.begins(motion.at(-1));
      return;
    }
    this.waiting.push([before, after, motion, isBack]);
    if (!this.stage) this.#next();
  }

  /** Ends all motions at once: the board stands as it has stood below them. */
  finish() {
    this.waiting = [];
    this.stage?.svg.remove();
    this.stage = null;
    this.container.removeAttribute("data-moving");
  }

  async #next() {
    const [before, after, motion, isBack] = this.waiting.shift();
    const stage = new Stage(before, after);
    this.stage = stage;
    stage.svg.setAttribute("viewBox", this.container.querySelector("svg").getAttribute("viewBox"));
    this.container.append(stage.svg);
    this.container.setAttribute("data-moving", "");
    try {
      for (const [phase, played] of isBack ? stage.backwards(motion) : stage.forwards(motion)) {
        this.begins(phase);
        await played();
        if (this.stage !== stage) return;
      }
    } catch (error) {
      // Whatever goes wrong up here, the board below is right.
      this.finish();
      throw error;
    }
    stage.svg.remove();
    this.stage = null;
    if (this.waiting.length) this.#next();
    else this.container.removeAttribute("data-moving");
  }
}

/** The picture on which acts are played. */
class Stage {
  constructor(before, after) {
    this.svg = stageOf(before);
    this.after = stageOf(after);
    this.standing = new Map(placesOf(this.svg).map((place) => [place.dataset.stood, standingOn(place)]));
    this.targets = new Map(placesOf(this.after).map((place) => [place.dataset.stood, place]));
  }

  /** The phases of a motion, each with what plays it; what a phase leaves stands afterwards. */
  *forwards(motion) {
    for (const phase of motion) {
      const scene = this.#scene(phase);
      yield [phase, () => scene.play(duration(phase))];
      scene.end();
    }
  }

  /** The same from the end of the motion to its beginning. */
  *backwards(motion) {
    const scenes = motion.map((phase) => {
      const scene = this.#scene(phase);
      scene.play(0);
      scene.end();
      return [phase, scene];
    });
    for (const [phase, scene] of scenes.reverse()) {
      scene.begin();
      yield [phase, () => scene.play(duration(phase), "reverse")];
      scene.undo();
    }
  }

  /** What acts that happen at the same time do with pieces: `old` are those that go, `made` those that come. */
  #scene(phase) {
    const begun = phase.map((act) => ({ act, old: act.at.map((name) => this.standing.get(name)).filter(Boolean) }));
    // What leaves its place passes over all others.
    this.svg.append(...begun.filter(({ act }) => act.by).flatMap(({ old }) => old));
    const made = begun.map(({ act, old }) => act.into.map((name) => [name, this.#made(act, name, old[0])]));
    const moves = begun.flatMap(({ act, old }, index) => MOVES[act.did](old, made[index].map(([, each]) => each), act, phase, this));
    for (const { act } of begun) for (const name of act.at) this.standing.delete(name);
    for (const each of made.flat()) this.standing.set(...each);
    const stays = ({ act }) => act.did === "moved";
    return new Scene(this.svg, moves, begun.filter((each) => !stays(each)).flatMap(({ old }) => old),
      made.flatMap((each, index) => (stays(begun[index]) ? [] : each.map(([, piece]) => piece))).filter(Boolean));
  }

  /** What stands on a place after an act: the piece that goes there, or else one as the drawing after the turn has it. */
  #made(act, name, old) {
    if (act.did === "moved") return old;
    const target = this.targets.get(name);
    const made = (act.at.includes(name) ? old : target && standingOn(target))?.cloneNode(true);
    if (!made) return null;
    const fill = act.fill || old?.dataset.fill || target?.dataset.fill;
    const paint = this.#paintOf(fill);
    if (paint) made.setAttribute("fill", paint);
    made.dataset.fill = fill ?? "";
    this.svg.append(made);
    return made;
  }

  #paintOf(fill) {
    for (const drawing of [this.svg, this.after]) {
      const place = drawing.querySelector(`[data-stood][data-fill="${fill}"]`);
      if (place) return standingOn(place).getAttribute("fill");
    }
    return null;
  }
}

/** What is seen of a phase: pieces that go and pieces that come, and what moves meanwhile. */
class Scene {
  constructor(svg, moves, old, made) {
    Object.assign(this, { svg, moves, old, made });
  }

  play(lasts, direction = "normal") {
    return Promise.all(this.moves.map(([each, frames]) =>
      each?.animate(frames, { duration: lasts, direction, easing: "ease-in-out", fill: "both" }).finished)).catch(() => {});
  }

  end() {
    for (const each of this.old) each.remove();
  }

  /** Puts what has gone below what has come. */
  begin() {
    for (const each of this.old) this.svg.insertBefore(each, this.made[0] ?? null);
  }

  undo() {
    for (const each of this.made) each.remove();
  }
}

/** Where pieces go in an act of each kind: pairs of an element and what it goes through. */
const MOVES = {
  placed: (old, made) => made.map((each) => [each, [{ opacity: 0, transform: "scale(.4)" }, { opacity: 1, transform: "none" }]]),
  moved: (old, made, { by: [x, y] }) => old.map((each) => [each, [...goes(each, x, y)]]),
  fell: (old, made, { by: [x, y] }) => old.map((each) => [each, [
    { transform: "none", opacity: 1 },
    { transform: `translate(${x}px, ${y}px)`, opacity: 1, offset: 0.6 },
    { transform: `translate(${1.2 * x}px, ${1.2 * y}px) scale(.4)`, opacity: 0 },
  ]]),
  removed: (old) => old.map((each) => [each, [{ opacity: 1, transform: "none" }, { opacity: 0, transform: "scale(.5)" }]]),
  captured: (old, made) => made.map((each) => [each, [{ opacity: 0, transform: "scale(.2)" }, { opacity: 1, transform: "none" }]]),
  swapped: (old, made, act, phase, stage) => made.map((each) => [each, wiped(each, act, phase, stage)]),
  cut: (old, made) => [
    ...old.map((each) => [each, [{ opacity: 1 }, { opacity: 0, offset: 0.1 }, { opacity: 0 }]]),
    ...made.map((each) => {
      const [x, y] = away(each, old[0]);
      return [each, [{ transform: "none" }, { transform: `translate(${x}px, ${y}px)`, offset: 0.5 }, { transform: "none" }]];
    }),
  ],
  joined: (old, made) => [
    ...old.map((each) => {
      const [x, y] = away(each, made[0]);
      return [each, [{ transform: "none" }, { transform: `translate(${-x}px, ${-y}px)` }]];
    }),
    ...made.map((each) => [each, [{ opacity: 0 }, { opacity: 0, offset: 0.6 }, { opacity: 1 }]]),
  ],
};

/** From where an element is to a point beside; it is there from now on. */
function goes(each, x, y) {
  const [had, by] = [each.dataset.by?.split(" ").map(Number) ?? [0, 0], (dx, dy) => `translate(${dx}px, ${dy}px)`];
  const now = [had[0] + x, had[1] + y];
  each.dataset.by = now.join(" ");
  return [{ transform: by(...had) }, { transform: by(...now) }];
}

/** A colour that comes in from the side of the piece that it is exchanged with. */
function wiped(each, act, phase, stage) {
  const other = phase.find(({ did, into }) => did === "swapped" && into[0] !== act.into[0]);
  const from = other && stage.standing.get(other.at[0]);
  if (!from) return [{ opacity: 0 }, { opacity: 1 }];
  const [x, y] = middleOf(each).map((number, index) => number - middleOf(from)[index]);
  const covered = Math.abs(x) > Math.abs(y) ? (x > 0 ? "0 100% 0 0" : "0 0 0 100%") : y > 0 ? "0 0 100% 0" : "100% 0 0 0";
  return [{ clipPath: `inset(${covered})` }, { clipPath: "inset(0 0 0 0)" }];
}

/** A short way from the middle of an outline towards that of a piece in it. */
function away(each, outline) {
  if (!outline) return [0, 0];
  const [[x, y], [from, up]] = [middleOf(each), middleOf(outline)];
  const length = Math.hypot(x - from, y - up) || 1;
  return [SPRING * (x - from) / length, SPRING * (y - up) / length];
}

/** A drawing that is looked at only: its places have another name, so that nobody takes them for those of the board. */
function stageOf(drawing) {
  const svg = picture(drawing);
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  svg.removeAttribute("aria-label");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "stage");
  for (const each of svg.querySelectorAll(`title, ${OF_THE_TURN_BEFORE}`)) each.remove();
  for (const place of svg.querySelectorAll("[data-at]")) {
    place.dataset.stood = place.dataset.at;
    delete place.dataset.at;
  }
  return svg;
}

function placesOf(svg) {
  return [...svg.querySelectorAll("[data-stood][data-fill]")];
}
