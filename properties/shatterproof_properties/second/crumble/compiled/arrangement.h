/* The pieces on the board without their colours, and who lies beside whom. */

#ifndef SHATTERPROOF_CRUMBLE_ARRANGEMENT_H
#define SHATTERPROOF_CRUMBLE_ARRANGEMENT_H

#define WORDS 4
#include "../../sets.h"

enum { MOST_PIECES = 64 * WORDS };

/* Lengths are whole grains (crumble.board.limits). */
enum { GRAIN_BITS = 20, GRAINS = 1 << GRAIN_BITS, LEAST_SIDE = 2, MOST_SIDE = 16 };
enum { NORTH, EAST, SOUTH, WEST };
enum { APART, CORNER, SIDE, COMPLETE_SIDE };
/* How two pieces lie to each other; COMPLETE_SIDE stands for north, one more for east, and so on. */

typedef struct {
  int32_t west, south, east, north;
} Rect;

/* One way to cover the board. `touch` and `near` say for each slot whom it touches and with whom it shares part of a
   side, `beside` with whom it shares its complete side in each direction; `edges` who lies on each edge of the board,
   `rim` who on any. All slots that were ever used are below `slots`; those of vanished pieces are used again. */
typedef struct {
  int32_t width, height;
  int slots;
  Set live, rim, edges[4];
  Rect rects[MOST_PIECES];
  Set touch[MOST_PIECES], near[MOST_PIECES];
  int16_t beside[MOST_PIECES][4];
} Arrangement;

static inline void copy_arrangement(Arrangement *to, const Arrangement *from) {
  size_t slots = (size_t)from->slots;
  to->width = from->width;
  to->height = from->height;
  to->slots = from->slots;
  to->live = from->live;
  to->rim = from->rim;
  memcpy(to->edges, from->edges, sizeof to->edges);
  memcpy(to->rects, from->rects, slots * sizeof *to->rects);
  memcpy(to->touch, from->touch, slots * sizeof *to->touch);
  memcpy(to->near, from->near, slots * sizeof *to->near);
  memcpy(to->beside, from->beside, slots * sizeof *to->beside);
}

static inline bool same_rect(const Rect *one, const Rect *other) {
  return one->west == other->west && one->south == other->south && one->east == other->east &&
         one->north == other->north;
}

/* Whether a piece comes before another one: by its south, then by its west side. */
static inline bool is_before(const Rect *one, const Rect *other) {
  return one->south < other->south || (one->south == other->south && one->west < other->west);
}

static inline bool overlap(const Rect *one, const Rect *other) {
  return one->west < other->east && other->west < one->east && one->south < other->north && other->south < one->north;
}

static inline int64_t area(const Rect *rect) {
  return (int64_t)(rect->east - rect->west) * (rect->north - rect->south);
}

/* crumble.pieces.shape: a square or a half-square. */
static inline bool is_legal_shape(int32_t width, int32_t height) {
  return width == height || width == 2 * height || height == 2 * width;
}

/* crumble.neighbour.side, crumble.neighbour.complete-side: how a piece lies to another, which does not overlap it. */
static inline int contact(const Rect *one, const Rect *other) {
  if (one->east < other->west || other->east < one->west || one->north < other->south || other->north < one->south)
    return APART;
  if (one->east == other->west || other->east == one->west) {
    if (one->north == other->south || other->north == one->south) return CORNER;
    if (one->south == other->south && one->north == other->north)
      return COMPLETE_SIDE + (one->east == other->west ? EAST : WEST);
  } else if (one->west == other->west && one->east == other->east) {
    return COMPLETE_SIDE + (one->north == other->south ? NORTH : SOUTH);
  }
  return SIDE;
}

static inline void enter_edges(Arrangement *on, int slot) {
  const Rect *rect = &on->rects[slot];
  bool lies_on[4] = {rect->north == on->height, rect->east == on->width, !rect->south, !rect->west};
  for (int direction = 0; direction < 4; direction++) {
    if (!lies_on[direction]) continue;
    add(&on->edges[direction], slot);
    add(&on->rim, slot);
  }
}

/* Enters how a new piece lies to the others and to the edges of the board. */
static inline void relate(Arrangement *on, int slot, Set others) {
  for (int other; (other = take_lowest(&others)) != NONE;) {
    int kind = contact(&on->rects[slot], &on->rects[other]);
    if (kind == APART) continue;
    add(&on->touch[slot], other);
    add(&on->touch[other], slot);
    if (kind == CORNER) continue;
    add(&on->near[slot], other);
    add(&on->near[other], slot);
    if (kind == SIDE) continue;
    on->beside[slot][kind - COMPLETE_SIDE] = (int16_t)other;
    on->beside[other][(kind - COMPLETE_SIDE) ^ 2] = (int16_t)slot;
  }
  enter_edges(on, slot);
}

/* Gives a piece the lowest free slot, not yet related to any other; NONE where there is none. */
static inline int place_piece(Arrangement *on, Rect rect) {
  Set rest = without((Set){{~UINT64_C(0), ~UINT64_C(0), ~UINT64_C(0), ~UINT64_C(0)}}, on->live);
  int slot = take_lowest(&rest);
  if (slot == NONE) return NONE;
  if (slot >= on->slots) on->slots = slot + 1;
  add(&on->live, slot);
  on->rects[slot] = rect;
  on->touch[slot] = on->near[slot] = (Set){{0}};
  for (int direction = 0; direction < 4; direction++) on->beside[slot][direction] = NONE;
  return slot;
}

/* Takes pieces away; returns who touched them. */
static inline Set take_away(Arrangement *on, Set gone) {
  Set touched = {{0}}, rest = gone;
  for (int slot; (slot = take_lowest(&rest)) != NONE;) touched = either(touched, on->touch[slot]);
  rest = touched = without(touched, gone);
  for (int slot; (slot = take_lowest(&rest)) != NONE;) {
    on->touch[slot] = without(on->touch[slot], gone);
    on->near[slot] = without(on->near[slot], gone);
    for (int direction = 0; direction < 4; direction++) {
      int other = on->beside[slot][direction];
      if (other != NONE && has(&gone, other)) on->beside[slot][direction] = NONE;
    }
  }
  on->live = without(on->live, gone);
  on->rim = without(on->rim, gone);
  for (int direction = 0; direction < 4; direction++) on->edges[direction] = without(on->edges[direction], gone);
  return touched;
}

#endif
