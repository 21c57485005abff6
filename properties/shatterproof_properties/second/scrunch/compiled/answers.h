/* Positions read, results written, leaves counted: see results.c.

   Who includes this defines besides what board.h asks for the names of the functions RESULTS and LEAVES. */

#ifndef SHATTERPROOF_SCRUNCH_ANSWERS_H
#define SHATTERPROOF_SCRUNCH_ANSWERS_H

#include "results.h"

enum { DEEPEST = 64 };
/* How deep leaves are counted. */

static const char *const SIDES[] = {"light", "dark"};

/* Positions read */

/* scrunch.notation.cell: a cell's number by its name in quotes; a failure if the board has none of the name. */
static int read_cell(Reader *in, const Board *board) {
  expect(in, "\"");
  int row = in->failed ? -1 : *in->at - 'a';
  if (row < 0 || row >= board->rows) {
    in->failed = true;
    return 0;
  }
  in->at++;
  if (*in->at == '0') in->failed = true;
  int column = take_number(in) - 1;
  if (in->failed || column >= row_length(board, row)) in->failed = true;
  expect(in, "\"");
  return in->failed ? 0 : board->begins[row] + column;
}

/* A list of cells in order. */
static Set read_stones(Reader *in, const Board *board) {
  Set stones = {{0}};
  int least = 0;
  expect(in, "[");
  if (take(in, "]")) return stones;
  do {
    int cell = read_cell(in, board);
    if (cell < least) in->failed = true;
    add(&stones, cell);
    least = cell + 1;
  } while (take(in, ","));
  expect(in, "]");
  return stones;
}

/* scrunch.start.eggs, scrunch.start.mutants: whether stones may stand together. */
static bool may_stand(const Board *board, Set stones, bool creating) {
  return !has_mutant(board, stones) && !(creating && meet(beside(board, stones), stones));
}

/* Whether a text is a position here; if so the board is set up. */
static bool read_position(const char *text, Search *search, Position *here, bool *dark_moves) {
  Reader in = {text, false};
  Board *board = &search->board;
  expect(&in, "{\"board\":\"");
  if (*in.at == '0') return false;
  int side = take_number(&in);
  if (in.failed || side < SMALLEST_SIDE || side > LARGEST_SIDE) return false;
  set_up_board(board, side);
  expect(&in, "\",\"creating\":[");
  bool dark_creates = take(&in, "\"dark\"");
  bool light_creates = take(&in, dark_creates ? ",\"light\"" : "\"light\"");
  expect(&in, "],\"dark\":");
  Set dark = read_stones(&in, board);
  expect(&in, ",\"game\":\"scrunch\",\"light\":");
  Set light = read_stones(&in, board);
  expect(&in, ",\"to_move\":\"");
  *dark_moves = take(&in, "dark");
  if (!*dark_moves) expect(&in, "light");
  expect(&in, "\"}");
  if (in.failed || *in.at || meet(dark, light)) return false;
  *here = *dark_moves ? (Position){dark, light, dark_creates, light_creates}
                      : (Position){light, dark, light_creates, dark_creates};
  /* scrunch.start.phases: a side that has lost is not to move. */
  if (!any(here->own) && !here->creating) return false;
  return may_stand(board, dark, dark_creates) && may_stand(board, light, light_creates);
}

/* Results written */

static void put_cell(Writer *out, const Board *board, int cell) {
  put_bytes(out, board->names[cell].text, board->names[cell].length);
}

static void put_stones(Writer *out, const Board *board, Set stones) {
  const char *between = "\"";
  for (int cell; (cell = take_lowest(&stones)) != NONE; between = ",\"") {
    put(out, between);
    put_cell(out, board, cell);
    put(out, "\"");
  }
}

/* scrunch.notation.egg, scrunch.notation.growth, scrunch.notation.removal */
static void put_turn(Writer *out, const Board *board, const Results *found, const Result *result) {
  if (result->removal != NONE) {
    const Removal *removal = &found->removals[result->removal];
    put(out, "x");
    for (int number = 0; number < removal->count; number++) {
      put(out, " ");
      put_cell(out, board, removal->cells[number]);
    }
    return;
  }
  put_cell(out, board, result->placed);
  if (result->moved == NONE) return;
  put(out, " ");
  put_cell(out, board, result->moved);
  put(out, "-");
  put_cell(out, board, result->target);
}

static void put_position(Writer *out, const Board *board, Position here, bool dark_moves) {
  bool dark_creates = dark_moves ? here.creating : here.other_creating;
  bool light_creates = dark_moves ? here.other_creating : here.creating;
  put(out, "{\"board\":\"");
  put_number(out, board->side);
  put(out, "\",\"creating\":[");
  if (dark_creates) put(out, "\"dark\"");
  if (dark_creates && light_creates) put(out, ",");
  if (light_creates) put(out, "\"light\"");
  put(out, "],\"dark\":[");
  put_stones(out, board, dark_moves ? here.own : here.other);
  put(out, "],\"game\":\"scrunch\",\"light\":[");
  put_stones(out, board, dark_moves ? here.other : here.own);
  put(out, "],\"to_move\":\"");
  put(out, SIDES[dark_moves]);
  put(out, "\"}");
}

static void put_result(
    Writer *out, const Board *board, Position here, bool dark_moves, const Results *found, int64_t at) {
  const Result *result = &found->items[at];
  Position after = after_turn(here, result);
  put(out, "{\"outcome\":");
  if (is_over(after)) {
    /* scrunch.end.last-snake: who has removed the last snake has lost to the other side. */
    put(out, "{\"clause\":\"scrunch.end.last-snake\",\"winner\":\"");
    put(out, SIDES[!dark_moves]);
    put(out, "\"}");
  } else {
    put(out, "null");
  }
  put(out, ",\"position\":");
  put_position(out, board, after, !dark_moves);
  put(out, ",\"turn\":\"");
  put_turn(out, board, found, result);
  put(out, "\"}");
}

int64_t RESULTS(const char *position, int64_t first, int64_t most, char *out, int64_t room, int64_t *count) {
  Search search = {.steps = 0};
  Position here;
  bool dark_moves;
  if (first < 0 || most < 0 || !read_position(position, &search, &here, &dark_moves)) return NOT_MINE;
  Growths growths = {.most = INT64_MAX};
  Results found = {.count = 0};
  list_growths(&search, here.own, (Set){{0}}, &growths);
  list_results(&search, here, &growths, &found);
  Writer writer = {out, out, out + room, false};
  int64_t left = found.count > first ? found.count - first : 0;
  *count = left < most ? left : most;
  for (int64_t at = first; at < first + *count && !search.failed && !writer.full; at++) {
    if (at > first) put(&writer, ",");
    put_result(&writer, &search.board, here, dark_moves, &found, at);
  }
  free_growths(&growths);
  free_results(&found);
  return search.failed ? NOT_MINE : written(&writer);
}

/* Leaves counted */

/* One side's stones with their growths, which are listed when they are first asked for. */
typedef struct {
  Set stones;
  bool listed;
  Growths growths;
} Growing;

static const Growths *growths_of(Search *search, Growing *side) {
  if (!side->listed) list_growths(search, side->stones, (Set){{0}}, &side->growths);
  side->listed = true;
  return &side->growths;
}

static Growing growing(Set stones) { return (Growing){stones, false, {.most = INT64_MAX}}; }

/* How many results a position has. Growths against stones are counted eight a step. */
static int64_t breadth(Search *search, Position here, const Growths *growths) {
  if (is_over(here)) return 0;
  int64_t count = size(isolated(&search->board, here));
  for (int64_t number = 0; number < growths->count; number++) count += !meet(growths->items[number].after, here.other);
  work(search, 1 + growths->count / 8);
  if (count) return count;
  Results found = {.count = 0};
  list_results(search, here, growths, &found);
  free_results(&found);
  return found.count;
}

/* The leaves of a position at a depth, by both sides' growths: what one side does changes nothing about the other's.
   It calls itself no deeper than the depth. */
static int64_t leaves(Search *search, Position here, Growing *own, Growing *other, int64_t depth) {
  if (depth == 0 || search->failed) return 1;
  const Growths *growths = growths_of(search, own);
  if (depth == 1) return breadth(search, here, growths);
  Results found = {.count = 0};
  int64_t total = 0;
  list_results(search, here, growths, &found);
  for (int64_t at = 0; at < found.count; at++) {
    Growing after = growing(found.items[at].own);
    total += leaves(search, after_turn(here, &found.items[at]), other, &after, depth - 1);
    free_growths(&after.growths);
  }
  free_results(&found);
  return total;
}

static void put_leaves(Writer *out, const Board *board, const Results *found, int64_t at, int64_t below) {
  put(out, at ? ",[\"" : "[\"");
  put_turn(out, board, found, &found->items[at]);
  put(out, "\",");
  put_number(out, below);
  put(out, "]");
}

int64_t LEAVES(const char *position, int64_t depth, char *out, int64_t room, int64_t *total) {
  Search search = {.steps = 0};
  Position here;
  bool dark_moves;
  if (depth < 1 || depth > DEEPEST || !read_position(position, &search, &here, &dark_moves)) return NOT_MINE;
  Growing own = growing(here.own), other = growing(here.other);
  Results found = {.count = 0};
  list_results(&search, here, growths_of(&search, &own), &found);
  Writer writer = {out, out, out + room, false};
  *total = 0;
  for (int64_t at = 0; at < found.count && !search.failed && !writer.full; at++) {
    Growing after = growing(found.items[at].own);
    int64_t below = leaves(&search, after_turn(here, &found.items[at]), &other, &after, depth - 1);
    free_growths(&after.growths);
    put_leaves(&writer, &search.board, &found, at, below);
    *total += below;
  }
  free_growths(&own.growths);
  free_growths(&other.growths);
  free_results(&found);
  return search.failed ? NOT_MINE : written(&writer);
}

#endif
