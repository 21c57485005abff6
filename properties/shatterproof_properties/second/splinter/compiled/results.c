/* Splinter's lists of results in C: what the second engine in Python lists under the default readings, entry by entry.

   No other reading is played here, so Python asks only under the defaults. Pieces stand, and get, within a part of the
   board of at most 128 squares. `board.h` has that part as bits and `slides.c` the rules; here positions are read and
   results written. */

#include "../../compiled.h"

#include <stdlib.h>

#include "slides.h"

enum { DEEPEST = 8 };
/* How deep leaves are counted: each ply keeps its own list of results. */

static const char *const SIDES[] = {"white", "blue"};
static const char *const OUTCOMES[] = {
    [GOES_ON] = "null",
    [BLUE_WINS] = "{\"clause\":\"splinter.win.type-out\",\"winner\":\"blue\"}",
    [WHITE_WINS] = "{\"clause\":\"splinter.win.type-out\",\"winner\":\"white\"}",
    [BLUE_HAS_MORE] = "{\"clause\":\"splinter.win.both-out\",\"winner\":\"blue\"}",
    [WHITE_HAS_MORE] = "{\"clause\":\"splinter.win.both-out\",\"winner\":\"white\"}",
    [EVEN] = "{\"clause\":\"splinter.win.even\",\"winner\":null}",
};

/* Reading. What fails returns something harmless, and the reader knows. */

static bool demand(Reader *in, bool condition) {
  if (!condition) in->failed = true;
  return !in->failed;
}

/* A number without leading zeros, within limits. */
static int read_count(Reader *in, int least, int most) {
  demand(in, *in->at != '0');
  int number = take_number(in);
  return demand(in, least <= number && number <= most) ? number : least;
}

/* A range of columns or rows, both ends included. */
typedef struct {
  int from, to;
} Range;

static void take_in(Range *range, int place) {
  if (place < range->from) range->from = place;
  if (place > range->to) range->to = place;
}

/* The columns and rows of all squares that a text names, as far as it has any. */
static void find_extent(const char *text, Range *columns, Range *rows) {
  *columns = *rows = (Range){MOST_SIDE, -1};
  for (const char *at = text; (at = strchr(at, '"')); at++) {
    Reader in = {at + 2, false};
    if (at[1] < 'a' || at[1] > 'z' || at[2] < '1' || at[2] > '9') continue;
    take_in(rows, take_number(&in) - 1);
    take_in(columns, at[1] - 'a');
  }
}

/* A range and what turns can reach beside it, on a board of so many columns or rows. */
static Range reached(Range range, int turns, int size) {
  return (Range){range.from > turns ? range.from - turns : 0,
                 range.to + turns < size ? range.to + turns : size - 1};
}

/* The part of a board that matters for some turns; the text begins with the name of the board. */
static Board read_board(Reader *in, int turns) {
  Board board = {.columns = read_count(in, LEAST_SIDE, MOST_SIDE)};
  expect(in, "x");
  board.rows = read_count(in, LEAST_SIDE, MOST_SIDE);
  Range columns, rows;
  find_extent(in->at, &columns, &rows);
  demand(in, columns.from <= columns.to && columns.to < board.columns && rows.to < board.rows);
  if (in->failed) columns = rows = (Range){0, 0};
  columns = reached(columns, turns, board.columns);
  rows = reached(rows, turns, board.rows);
  board.west = columns.from;
  board.south = rows.from;
  board.width = columns.to - columns.from + 1;
  board.height = rows.to - rows.from + 1;
  if (demand(in, board.width * board.height <= MOST_SQUARES)) lay_out(&board);
  return board;
}

/* splinter.notation.square: a column's letter and a row's number, from a1. */
static Mask read_square(Reader *in, const Board *board) {
  int column = *in->at - 'a' - board->west;
  if (!demand(in, 0 <= column && column < board->width)) return 1;
  in->at++;
  int row = read_count(in, board->south + 1, board->south + board->height) - board->south - 1;
  return in->failed ? 1 : (Mask)1 << (column * board->height + row);
}

/* The direction from a square to another one beside it; NOWHERE if it is not. */
static int heading_of(const Board *board, Mask before, Mask now) {
  int heading = DIRECTIONS - 1;
  while (heading != NOWHERE && moved(board, before, heading) != now) heading--;
  return heading;
}

/* Pairs of squares, now and before, in order; all pieces came in one direction. */
static void read_memory(Reader *in, const Board *board, Position *here) {
  expect(in, "[");
  while (!in->failed && !take(in, "]")) {
    expect(in, here->now ? ",[\"" : "[\"");
    Mask now = read_square(in, board);
    expect(in, "\",\"");
    int heading = heading_of(board, read_square(in, board), now);
    expect(in, "\"]");
    demand(in, heading != NOWHERE && now > here->now && (!here->now || heading == here->heading));
    here->now |= now;
    here->heading = heading;
  }
}

static bool read_side(Reader *in) {
  if (take(in, SIDES[true])) return true;
  expect(in, SIDES[false]);
  return false;
}

/* Squares, each with side and kind, in order. */
static void read_pieces(Reader *in, const Board *board, Pieces *pieces) {
  expect(in, "[");
  while (!in->failed && !take(in, "]")) {
    expect(in, pieces->occupied ? ",[\"" : "[\"");
    Mask square = read_square(in, board);
    demand(in, square > pieces->occupied);
    expect(in, "\",\"");
    pieces->occupied |= square;
    if (read_side(in)) pieces->blue |= square;
    expect(in, "\",\"");
    if (take(in, "square")) pieces->square |= square;
    else if (take(in, "cross")) pieces->cross |= square;
    else expect(in, "circle");
    expect(in, "\"]");
  }
}

/* splinter.slide.return: whether what is remembered is what a turn of the other side leaves, that is a whole run which
   its hindmost piece has pushed. */
static bool can_remember(const Board *board, const Position *here) {
  const Pieces *pieces = &here->pieces;
  int back = opposite(here->heading);
  Mask foremost = here->now & ~moved(board, here->now, back);
  Mask hindmost = here->now & ~moved(board, here->now, here->heading);
  Mask others = here->blue_moves ? pieces->occupied ^ pieces->blue : pieces->blue;
  return here->ending == GOES_ON && size_of(foremost) == 1 && hindmost & others &&
         splinter_run(board, pieces->occupied, foremost, back) == here->now;
}

/* Whether a text is a position that is played here. Others than those of one group never come up under the defaults. */
static bool read_position(const char *text, int turns, Board *board, Position *here) {
  Reader in = {text, false};
  *here = (Position){.heading = NOWHERE};
  expect(&in, "{\"board\":\"");
  *board = read_board(&in, turns);
  expect(&in, "\",\"game\":\"splinter\",\"memory\":");
  read_memory(&in, board, here);
  expect(&in, ",\"pieces\":");
  read_pieces(&in, board, &here->pieces);
  expect(&in, ",\"to_move\":\"");
  here->blue_moves = read_side(&in);
  expect(&in, "\"}");
  Mask occupied = here->pieces.occupied;
  if (in.failed || *in.at || !occupied) return false;
  here->ending = splinter_ending(&here->pieces);
  return (!here->now || can_remember(board, here)) && flood(board, smallest(occupied), occupied) == occupied;
}

/* Writing */

static void put_square(Writer *out, const Board *board, int place) {
  put_bytes(out, &"abcdefghijklmnopqrstuvwxyz"[board->west + place / board->height], 1);
  put_number(out, board->south + place % board->height + 1);
}

/* splinter.notation.slide, splinter.notation.tie: a square, a direction, and in a tie the group that stays. */
static void put_turn(Writer *out, const Board *board, const Turn *turn) {
  put_square(out, board, turn->square);
  put(out, COMPASS[turn->direction].name);
  if (turn->choice == NOWHERE) return;
  put(out, "=");
  put_square(out, board, turn->choice);
}

static void put_memory(Writer *out, const Board *board, const Position *position) {
  const char *begin = "[\"";
  for (Mask now = position->now; now; now &= now - 1, begin = ",[\"") {
    put(out, begin);
    put_square(out, board, place_of(now));
    put(out, "\",\"");
    put_square(out, board, place_of(moved(board, smallest(now), opposite(position->heading))));
    put(out, "\"]");
  }
}

static void put_pieces(Writer *out, const Board *board, const Pieces *pieces) {
  const char *begin = "[\"";
  for (Mask rest = pieces->occupied; rest; rest &= rest - 1, begin = ",[\"") {
    Mask square = smallest(rest);
    put(out, begin);
    put_square(out, board, place_of(square));
    put(out, square & pieces->blue ? "\",\"blue\",\"" : "\",\"white\",\"");
    put(out, square & pieces->square ? "square\"]" : square & pieces->cross ? "cross\"]" : "circle\"]");
  }
}

static void put_position(Writer *out, const Board *board, const Position *position) {
  put(out, "{\"board\":\"");
  put_number(out, board->columns);
  put(out, "x");
  put_number(out, board->rows);
  put(out, "\",\"game\":\"splinter\",\"memory\":[");
  put_memory(out, board, position);
  put(out, "],\"pieces\":[");
  put_pieces(out, board, &position->pieces);
  put(out, "],\"to_move\":\"");
  put(out, SIDES[position->blue_moves]);
  put(out, "\"}");
}

static void put_result(Writer *out, const Board *board, const Result *result) {
  put(out, "{\"outcome\":");
  put(out, OUTCOMES[result->after.ending]);
  put(out, ",\"position\":");
  put_position(out, board, &result->after);
  put(out, ",\"turn\":\"");
  put_turn(out, board, &result->turn);
  put(out, "\"}");
}

/* The two functions */

/* What a call works with, with room for so many lists of results; NULL if there is no memory. To be freed. */
static Listing *listing_of(const Board *board, int64_t lists) {
  Listing *listing = malloc(sizeof *listing + (size_t)lists * sizeof(Results));
  if (!listing) return NULL;
  memset(listing, 0, sizeof *listing);
  listing->board = *board;
  return listing;
}

static Results *lists_of(Listing *listing) { return (Results *)(listing + 1); }

EXPORTED int64_t splinter_results(
    const char *position, int64_t first, int64_t most, char *out, int64_t room, int64_t *count) {
  Board board;
  Position here;
  Listing *listing = first >= 0 && read_position(position, 1, &board, &here) ? listing_of(&board, 1) : NULL;
  if (!listing) return NOT_MINE;
  Results *results = lists_of(listing);
  splinter_list_results(listing, &here, results);
  Writer writer = {out, out, out + room, false};
  for (*count = 0; *count < results->count - first && *count < most && !writer.full; ++*count) {
    if (*count) put(&writer, ",");
    put_result(&writer, &board, &results->items[first + *count]);
  }
  free(listing);
  return written(&writer);
}

/* How many leaves the tree of results has at a depth; too few once the work is more than STEPS. */
static int64_t leaves_below(Listing *listing, const Position *here, int64_t depth, Results *lists) {
  if (depth == 0) return 1;
  splinter_list_results(listing, here, lists);
  if (depth == 1) return lists->count;
  int64_t total = 0;
  for (int place = 0; place < lists->count; place++)
    total += leaves_below(listing, &lists->items[place].after, depth - 1, lists + 1);
  return total;
}

EXPORTED int64_t splinter_leaves(const char *position, int64_t depth, char *out, int64_t room, int64_t *total) {
  Board board;
  Position here;
  if (depth < 1 || depth > DEEPEST || !read_position(position, (int)depth, &board, &here)) return NOT_MINE;
  Listing *listing = listing_of(&board, depth);
  if (!listing) return NOT_MINE;
  Results *results = lists_of(listing);
  splinter_list_results(listing, &here, results);
  Writer writer = {out, out, out + room, false};
  *total = 0;
  for (int place = 0; place < results->count && !writer.full; place++) {
    const Result *result = &results->items[place];
    int64_t leaves = leaves_below(listing, &result->after, depth - 1, results + 1);
    *total += leaves;
    put(&writer, place ? ",[\"" : "[\"");
    put_turn(&writer, &board, &result->turn);
    put(&writer, "\",");
    put_number(&writer, leaves);
    put(&writer, "]");
  }
  bool done = listing->steps <= STEPS;
  free(listing);
  return done ? written(&writer) : NOT_MINE;
}
