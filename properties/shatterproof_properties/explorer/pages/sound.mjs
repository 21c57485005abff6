// Sounds of what happens on the board, made by the browser itself; silent until somebody asks for them.

import { setting } from "./settings.mjs";

/** For each kind of act a note in hertz, the one it glides to, how long it lasts in seconds, and the shape of its wave. */
const NOTES = {
  placed: [520, 520, 0.07, "sine"],
  moved: [240, 200, 0.08, "triangle"],
  cut: [900, 300, 0.06, "sawtooth"],
  joined: [300, 420, 0.1, "triangle"],
  swapped: [440, 560, 0.06, "sine"],
  captured: [360, 720, 0.14, "triangle"],
  fell: [320, 90, 0.2, "sine"],
  removed: [280, 110, 0.22, "triangle"],
};
const LOUDNESS = 0.12;
let player = null;

/** The kinds of act in a phase, each once: what is to be heard of it. */
function heardOf(phase) {
  return [...new Set(phase.map(({ did }) => did))].filter((did) => did in NOTES);
}

/** Plays what happens in a phase, if sounds are asked for and the browser has any. */
export function sound(phase) {
  if (!setting("sounds") || typeof AudioContext === "undefined") return;
  player ??= new AudioContext();
  player.resume().catch(() => {});
  for (const did of heardOf(phase)) play(NOTES[did]);
}

function play([from, to, lasts, type]) {
  const [now, tone, gain] = [player.currentTime, player.createOscillator(), player.createGain()];
  Object.assign(tone, { type });
  tone.frequency.setValueAtTime(from, now);
  tone.frequency.exponentialRampToValueAtTime(to, now + lasts);
  gain.gain.setValueAtTime(LOUDNESS, now);
  gain.gain.exponentialRampToValueAtTime(0.001, now + lasts);
  tone.connect(gain).connect(player.destination);
  tone.start(now);
  tone.stop(now + lasts);
}
