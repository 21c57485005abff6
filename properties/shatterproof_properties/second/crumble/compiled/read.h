/* Positions read from the canonical JSON that our own writer writes. */

#ifndef SHATTERPROOF_CRUMBLE_READ_H
#define SHATTERPROOF_CRUMBLE_READ_H

#include "listing.h"

/* A position as it was given, with what it points to. `decided`: it has no results. */
typedef struct {
  int columns, rows;
  bool decided;
  Arrangement arrangement;
  Rect worked[MOST_REMEMBERED][MOST_PIECES];
  Position position;
} Given;

/* A whole number as it is usually written. */
static int32_t take_whole(Reader *in) {
  if (*in->at == '0' && in->at[1] >= '0' && in->at[1] <= '9') in->failed = true;
  return take_number(in);
}

/* The grains of a length in units: text in lowest terms, in whole grains. */
static int32_t take_length(Reader *in) {
  expect(in, "\"");
  int64_t over = take_whole(in), under = take(in, "/") ? take_whole(in) : 1;
  expect(in, "\"");
  bool lowest_terms = under == 1 ? in->at[-3] != '/' : over & 1;
  if (in->failed || under < 1 || under > GRAINS || under & (under - 1) || !lowest_terms || over > MOST_SIDE * under) {
    in->failed = true;
    return 0;
  }
  return (int32_t)(over * (GRAINS / under));
}

/* A piece as x, y, width and height: crumble.pieces.shape, and on the board (crumble.pieces.cover). */
static Rect take_rect(Reader *in, const Arrangement *on) {
  int32_t numbers[4] = {0};
  for (int number = 0; number < 4 && !in->failed; number++) {
    if (number) expect(in, ",");
    numbers[number] = take_length(in);
  }
  Rect rect = {numbers[0], numbers[1], numbers[0] + numbers[2], numbers[1] + numbers[3]};
  if (!numbers[2] || !numbers[3] || !is_legal_shape(numbers[2], numbers[3]) || rect.east > on->width ||
      rect.north > on->height)
    in->failed = true;
  return rect;
}

/* Pieces in order that do not overlap, each as a list; how many there are. */
static int take_rects(Reader *in, const Arrangement *on, Rect *rects) {
  int count = 0;
  expect(in, "[");
  do {
    if (count == MOST_PIECES) in->failed = true;
    if (in->failed) return 0;
    expect(in, "[");
    Rect rect = take_rect(in, on);
    expect(in, "]");
    if (count && !is_before(&rects[count - 1], &rect)) in->failed = true;
    for (int number = 0; number < count; number++)
      if (overlap(&rects[number], &rect)) in->failed = true;
    rects[count++] = rect;
  } while (take(in, ","));
  expect(in, "]");
  return count;
}

/* A remembered turn; returns its target. */
static Rect take_remembered(Reader *in, const Arrangement *on, Rect *worked, Remembered *turn) {
  turn->text = in->at;
  expect(in, "{\"target\":[");
  Rect target = take_rect(in, on);
  expect(in, "],\"worked\":");
  turn->count = take_rects(in, on, worked);
  turn->worked = worked;
  expect(in, "}");
  turn->length = in->at - turn->text;
  return target;
}

/* crumble.draw: what turns leave under the default readings, or nothing. */
static void take_memory(Reader *in, Given *given) {
  Memory *memory = &given->position.memory;
  if (take(in, "null")) return;
  expect(in, "{\"recent\":[");
  do {
    if (memory->count == MOST_REMEMBERED) in->failed = true;
    if (in->failed) return;
    int age = memory->count++;
    Rect target = take_remembered(in, &given->arrangement, given->worked[age], &memory->recent[age]);
    if (age && !same_rect(&target, &memory->target)) in->failed = true;
    memory->target = target;
  } while (take(in, ","));
  expect(in, "],\"renewals\":");
  memory->renewals = take_whole(in);
  if (memory->renewals > RENEWALS_FOR_DRAW || (memory->renewals && memory->count < MOST_REMEMBERED)) in->failed = true;
  expect(in, "}");
}

/* One piece of the board; whether it is black. */
static bool take_piece(Reader *in, Arrangement *on, int64_t *left) {
  expect(in, "[");
  Rect rect = take_rect(in, on);
  expect(in, ",");
  bool black = take(in, "\"black\"");
  if (!black) expect(in, "\"white\"");
  expect(in, "]");
  Set others = on->live;
  int slot = in->failed ? NONE : place_piece(on, rect);
  if (slot == NONE || (slot && !is_before(&on->rects[slot - 1], &rect))) in->failed = true;
  for (int other = 0; other < slot; other++)
    if (overlap(&on->rects[other], &rect)) in->failed = true;
  if (in->failed) return false;
  relate(on, slot, others);
  *left -= area(&rect);
  return black;
}

/* crumble.pieces.cover: all pieces of the board, sorted by place; returns Black's. */
static Set take_pieces(Reader *in, Arrangement *on) {
  Set black = {{0}};
  int64_t left = (int64_t)on->width * on->height;
  expect(in, "[");
  do {
    if (take_piece(in, on, &left)) add(&black, on->slots - 1);
  } while (!in->failed && take(in, ","));
  expect(in, "]");
  if (left) in->failed = true;
  return black;
}

/* crumble.board.limits */
static int take_side(Reader *in) {
  int32_t side = take_whole(in);
  if (side < LEAST_SIDE || side > MOST_SIDE) in->failed = true;
  return side;
}

static void take_board(Reader *in, Given *given) {
  given->columns = take_side(in);
  expect(in, "x");
  given->rows = take_side(in);
  if (in->failed) return;
  given->arrangement.width = given->columns * GRAINS;
  given->arrangement.height = given->rows * GRAINS;
}

/* Reads a position into a Given of zeros; whether it is one that turns lead to under the default readings. */
static bool read_position(const char *text, Given *given) {
  Reader in = {text, false};
  Position *position = &given->position;
  expect(&in, "{\"board\":\"");
  take_board(&in, given);
  expect(&in, "\",\"game\":\"crumble\",\"memory\":");
  if (!in.failed) take_memory(&in, given);
  expect(&in, ",\"pieces\":");
  Set black = {{0}};
  if (!in.failed) black = take_pieces(&in, &given->arrangement);
  expect(&in, ",\"to_move\":\"");
  position->black_moves = take(&in, "black");
  if (!position->black_moves) expect(&in, "white");
  expect(&in, "\"}");
  if (in.failed || *in.at) return false;
  const Arrangement *on = position->arrangement = &given->arrangement;
  Set white = without(on->live, black);
  position->own = position->black_moves ? black : white;
  bool won = winner_of(on, position->own) != NO_WINNER;
  given->decided = won || is_drawn(&position->memory);
  /* crumble.standing-enclosure = reject; a won position remembers nothing. */
  return !any(enclosed(on, black)) && !any(enclosed(on, white)) && !(won && position->memory.count);
}

#endif
