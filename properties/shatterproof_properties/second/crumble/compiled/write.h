/* Results written in canonical JSON, as the writer of positions in Python writes them. */

#ifndef SHATTERPROOF_CRUMBLE_WRITE_H
#define SHATTERPROOF_CRUMBLE_WRITE_H

#include "notation.h"
#include "read.h"

enum { MOST_PIECE_TEXT = 96, COLOUR_TEXT = 5 };
/* Bytes for a piece with its comma; both colours have names of five letters. */

/* A piece of the given position as items of a list. */
typedef struct {
  char bytes[MOST_PIECE_TEXT];
  size_t length;
} PieceText;

/* Writes the results of a position. Of the arrangement after a cut or join, all pieces are written once, in the colours
   that they have before the walk; `colours` says where the colour of each stands. `skip`: results to pass over first. */
typedef struct {
  Writer out;
  int64_t count, skip, most;
  bool has_pieces;
  const Given *given;
  Edges edges;
  PieceText texts[MOST_PIECES];
  char pieces[MOST_PIECES * MOST_PIECE_TEXT];
  size_t pieces_length;
  int colours[MOST_PIECES];
} ResultWriter;

/* A length in units, in lowest terms. */
static void put_length(Writer *out, int32_t grains) {
  put(out, "\"");
  if (grains & (GRAINS - 1)) {
    int shift = __builtin_ctz((unsigned)grains);
    put_number(out, grains >> shift);
    put(out, "/");
    put_number(out, GRAINS >> shift);
  } else {
    put_number(out, grains >> GRAIN_BITS);
  }
  put(out, "\"");
}

/* A piece as items of a list: x, y, width and height. */
static void put_rect(Writer *out, const Rect *rect) {
  const int32_t lengths[4] = {rect->west, rect->south, rect->east - rect->west, rect->north - rect->south};
  for (int number = 0; number < 4; number++) {
    if (number) put(out, ",");
    put_length(out, lengths[number]);
  }
}

static void make_piece_texts(ResultWriter *writer) {
  const Arrangement *on = &writer->given->arrangement;
  for (int slot = 0; slot < on->slots; slot++) {
    PieceText *text = &writer->texts[slot];
    Writer out = {text->bytes, text->bytes, text->bytes + sizeof text->bytes, false};
    put_rect(&out, &on->rects[slot]);
    text->length = (size_t)(out.at - out.begin);
  }
}

/* The slots of an arrangement by place; how many they are. */
static int by_place(const Arrangement *on, int16_t *order) {
  int count = 0;
  Set rest = on->live;
  for (int slot; (slot = take_lowest(&rest)) != NONE;) {
    int place = count++;
    for (; place && is_before(&on->rects[slot], &on->rects[order[place - 1]]); place--) order[place] = order[place - 1];
    order[place] = (int16_t)slot;
  }
  return count;
}

/* Writes all pieces after the cut or join that is looked at, in the colours before the walk. */
static void make_pieces(ResultWriter *writer, const Listing *list) {
  const Arrangement *was = &writer->given->arrangement, *now = &list->after;
  int16_t order[MOST_PIECES];
  int count = by_place(now, order);
  Writer out = {writer->pieces, writer->pieces, writer->pieces + sizeof writer->pieces, false};
  for (int number = 0; number < count; number++) {
    int slot = order[number];
    put(&out, number ? ",[" : "[");
    if (slot < was->slots && same_rect(&was->rects[slot], &now->rects[slot]))
      put_bytes(&out, writer->texts[slot].bytes, writer->texts[slot].length);
    else
      put_rect(&out, &now->rects[slot]);
    put(&out, ",\"");
    writer->colours[slot] = (int)(out.at - out.begin);
    put(&out, has(&list->action.own, slot) == list->here->black_moves ? "black" : "white");
    put(&out, "\"]");
  }
  writer->pieces_length = (size_t)(out.at - out.begin);
}

/* The pieces in the colours at the end of a turn. */
static void put_pieces(ResultWriter *writer, const Listing *list, Set own) {
  Writer *out = &writer->out;
  put_bytes(out, writer->pieces, writer->pieces_length);
  if (out->full) return;
  char *pieces = out->at - writer->pieces_length;
  Set changed = either(without(own, list->action.own), without(list->action.own, own));
  for (int slot; (slot = take_lowest(&changed)) != NONE;)
    memcpy(pieces + writer->colours[slot], has(&own, slot) == list->here->black_moves ? "black" : "white", COLOUR_TEXT);
}

/* What the newest turn leaves to the draw rule. */
static void put_newest(Writer *out, const Memory *memory) {
  const Remembered *newest = &memory->recent[0];
  put(out, "{\"target\":[");
  put_rect(out, &memory->target);
  put(out, "],\"worked\":[");
  for (int number = 0; number < newest->count; number++) {
    put(out, number ? ",[" : "[");
    put_rect(out, &newest->worked[number]);
    put(out, "]");
  }
  put(out, "]}");
}

static void put_memory(Writer *out, const Memory *memory) {
  if (!memory->count) {
    put(out, "null");
    return;
  }
  put(out, "{\"recent\":[");
  put_newest(out, memory);
  for (int age = 1; age < memory->count; age++) {
    put(out, ",");
    put_bytes(out, memory->recent[age].text, (size_t)memory->recent[age].length);
  }
  put(out, "],\"renewals\":");
  put_number(out, memory->renewals);
  put(out, "}");
}

static void put_outcome(Writer *out, const Listing *list, const End *end, const Memory *memory) {
  if (end->winner) {
    bool black = (end->winner == OWN_WINS) == list->here->black_moves;
    put(out, "{\"clause\":\"crumble.win.four-sides\",\"winner\":");
    put(out, black ? "\"black\"}" : "\"white\"}");
  } else {
    put(out, is_drawn(memory) ? "{\"clause\":\"crumble.draw.repetition\",\"winner\":null}" : "null");
  }
}

/* The memory after a turn. */
static Memory memory_at(const Listing *list, const End *end) {
  const Action *action = &list->action;
  Remembered turn = {action->worked, action->count, NULL, 0};
  const Rect *target = end->winner || end->target == NONE ? NULL : &list->after.rects[end->target];
  return memory_after(&list->here->memory, turn, target, action->may_renew);
}

/* Writes one result. */
static void put_result(ResultWriter *writer, const Listing *list, const End *end) {
  Writer *out = &writer->out;
  Memory memory = memory_at(list, end);
  put(out, writer->count ? ",{\"outcome\":" : "{\"outcome\":");
  put_outcome(out, list, end, &memory);
  put(out, ",\"position\":{\"board\":\"");
  put_number(out, writer->given->columns);
  put(out, "x");
  put_number(out, writer->given->rows);
  put(out, "\",\"game\":\"crumble\",\"memory\":");
  put_memory(out, &memory);
  put(out, ",\"pieces\":[");
  put_pieces(writer, list, end->own);
  put(out, list->here->black_moves ? "],\"to_move\":\"white\"},\"turn\":\"" : "],\"to_move\":\"black\"},\"turn\":\"");
  put_turn(out, &writer->edges, list, end);
  put(out, "\"}");
  writer->count++;
}

#endif
