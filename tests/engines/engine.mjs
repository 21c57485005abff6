#!/usr/bin/env node
// An engine for the protocol, version 1: `node engine.mjs` plays all three games, `node engine.mjs scrunch` one.

import { serve } from "./adapter.mjs";
import * as crumble from "./crumble.mjs";
import * as scrunch from "./scrunch.mjs";
import * as splinter from "./splinter.mjs";

const GAMES = { crumble, scrunch, splinter };

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(GAMES);
const unknown = names.filter((name) => !Object.hasOwn(GAMES, name));
if (unknown.length > 0) {
  process.stderr.write(`no such game: ${unknown.join(", ")} (expected ${Object.keys(GAMES).join(", ")})\n`);
  process.exit(2);
}

await serve({
  name: "engine.mjs",
  version: "2.0",
  language: `JavaScript (Node ${process.versions.node})`,
  games: Object.fromEntries(names.map((name) => [name, GAMES[name]])),
});
