/* Turns as text: pieces are named by the way to their lower left corner along the edges between pieces. */

#ifndef SHATTERPROOF_CRUMBLE_NOTATION_H
#define SHATTERPROOF_CRUMBLE_NOTATION_H

#include "actions.h"

enum { MOST_POINTS = 4 * MOST_PIECES };

/* An intersection, with the next ones along an edge east and north, and how it is reached: so many steps from another
   one, in a straight line. NONE where there is none. */
typedef struct {
  int32_t x, y;
  int16_t number, rank, east, north, before, steps;
} Point;

/* The edges of an arrangement: intersections by y and x, and their numbers by x and y. */
typedef struct {
  Point points[MOST_POINTS];
  int16_t columns[MOST_POINTS];
  int count;
} Edges;

static int compare_by_rows(const void *one, const void *other) {
  const Point *a = one, *b = other;
  if (a->y != b->y) return a->y < b->y ? -1 : 1;
  return (a->x > b->x) - (a->x < b->x);
}

static int compare_by_columns(const void *one, const void *other) {
  const Point *a = one, *b = other;
  if (a->x != b->x) return a->x < b->x ? -1 : 1;
  return (a->y > b->y) - (a->y < b->y);
}

/* The number of an intersection. */
static int point_at(const Edges *edges, int32_t x, int32_t y) {
  Point wanted = {.x = x, .y = y};
  const Point *found = bsearch(&wanted, edges->points, (size_t)edges->count, sizeof wanted, compare_by_rows);
  return found ? (int)(found - edges->points) : 0;
}

static void collect_points(Edges *edges, const Arrangement *on) {
  Set rest = on->live;
  int count = 0;
  for (int slot; (slot = take_lowest(&rest)) != NONE;) {
    const Rect *rect = &on->rects[slot];
    for (int corner = 0; corner < 4; corner++)
      edges->points[count++] = (Point){.x = corner & 1 ? rect->east : rect->west,
                                       .y = corner & 2 ? rect->north : rect->south,
                                       .east = NONE, .north = NONE, .before = NONE, .steps = NONE};
  }
  qsort(edges->points, (size_t)count, sizeof(Point), compare_by_rows);
  for (int number = 0; number < count; number++)
    if (!edges->count || compare_by_rows(&edges->points[number], &edges->points[edges->count - 1]))
      edges->points[edges->count++] = edges->points[number];
}

static void rank_points(Edges *edges) {
  Point sorted[MOST_POINTS];
  for (int number = 0; number < edges->count; number++) edges->points[number].number = (int16_t)number;
  memcpy(sorted, edges->points, (size_t)edges->count * sizeof *sorted);
  qsort(sorted, (size_t)edges->count, sizeof *sorted, compare_by_columns);
  for (int rank = 0; rank < edges->count; rank++) {
    edges->columns[rank] = sorted[rank].number;
    edges->points[sorted[rank].number].rank = (int16_t)rank;
  }
}

static void enter_sides(Edges *edges, const Rect *rect) {
  for (int side = 0; side < 2; side++) {
    int32_t y = side ? rect->north : rect->south, x = side ? rect->east : rect->west;
    for (int at = point_at(edges, rect->west, y), end = point_at(edges, rect->east, y); at < end; at++)
      edges->points[at].east = (int16_t)(at + 1);
    int at = edges->points[point_at(edges, x, rect->south)].rank;
    for (int end = edges->points[point_at(edges, x, rect->north)].rank; at < end; at++)
      edges->points[edges->columns[at]].north = edges->columns[at + 1];
  }
}

/* crumble.notation.location: finds the shortest way to each intersection: fewest numbers, then the smallest. Each layer
   is in order of its numbers, so the first to reach an intersection reaches it by the smallest. */
static void find_ways(Edges *edges) {
  int16_t reached[MOST_POINTS];
  int begin = 0, end = 0;
  edges->points[0].steps = 0;
  reached[end++] = 0;
  for (int at = edges->points[0].east, steps = 1; at != NONE; at = edges->points[at].east, steps++) {
    edges->points[at].steps = (int16_t)steps;
    reached[end++] = (int16_t)at;
  }
  for (bool north = true; begin < end; north = !north) {
    for (int layer = end; begin < layer; begin++) {
      int from = reached[begin], at = from;
      for (int steps = 0; at != NONE; at = north ? edges->points[at].north : edges->points[at].east, steps++) {
        if (edges->points[at].steps != NONE) continue;
        edges->points[at].steps = (int16_t)steps;
        edges->points[at].before = (int16_t)from;
        reached[end++] = (int16_t)at;
      }
    }
  }
}

static void find_edges(Edges *edges, const Arrangement *on) {
  edges->count = 0;
  collect_points(edges, on);
  rank_points(edges);
  Set rest = on->live;
  for (int slot; (slot = take_lowest(&rest)) != NONE;) enter_sides(edges, &on->rects[slot]);
  find_ways(edges);
}

static void put_location(Writer *out, const Edges *edges, int32_t x, int32_t y) {
  int16_t steps[MOST_POINTS];
  int count = 0;
  for (int at = point_at(edges, x, y); at != NONE; at = edges->points[at].before)
    steps[count++] = edges->points[at].steps;
  while (count--) {
    put_number(out, steps[count]);
    if (count) put(out, ",");
  }
}

/* crumble.notation.join: how many intersections lie along the bottom side and up the right side. */
static void put_opposite_corner(Writer *out, const Edges *edges, const Rect *rect) {
  const Point *west = &edges->points[point_at(edges, rect->west, rect->south)];
  const Point *east = &edges->points[point_at(edges, rect->east, rect->south)];
  const Point *north = &edges->points[point_at(edges, rect->east, rect->north)];
  put_number(out, east->number - west->number);
  put(out, ",");
  put_number(out, north->rank - east->rank);
}

/* The steps of a walk, of which the last ones are found first. */
static void put_path(Writer *out, const Walks *walks, int32_t state) {
  int32_t steps = walks->states[state].steps;
  if (out->full || out->end - out->at < steps) {
    out->full = true;
    return;
  }
  out->at += steps;
  for (char *at = out->at; steps--; state = walks->states[state].before) *--at = "NESW"[walks->states[state].direction];
}

/* What follows the kind of a cut: crumble.notation.cut-swap, crumble.notation.cut-half (a half is not named where the
   first step goes the same way), crumble.notation.multi-cut-swap. */
static void put_cut(Writer *out, const Listing *list, const End *end) {
  const Action *action = &list->action;
  if (action->count > 1) put_number(out, action->count);
  if (!end->state) return;
  char half = (action->kind == 'V' ? "WE" : "SN")[end->walker & 1];
  int32_t first = end->state;
  while (list->walks.states[first].before) first = list->walks.states[first].before;
  if (action->count > 1) {
    put(out, "-");
    put_number(out, end->walker / 2 + 1);
  }
  if (action->count > 1 || "NESW"[list->walks.states[first].direction] != half) {
    put_bytes(out, &half, 1);
    put(out, "-");
  }
  put_path(out, &list->walks, end->state);
}

/* crumble.notation.cut, crumble.notation.multi-cut, crumble.notation.join, crumble.notation.join-swap. */
static void put_turn(Writer *out, const Edges *edges, const Listing *list, const End *end) {
  const Action *action = &list->action;
  const Rect *first = action->kind == 'J' ? &action->outline : &list->here->arrangement->rects[action->slots[0]];
  put_location(out, edges, first->west, first->south);
  put_bytes(out, &action->kind, 1);
  if (action->kind != 'J') {
    put_cut(out, list, end);
    return;
  }
  put_opposite_corner(out, edges, &action->outline);
  if (end->state) put_path(out, &list->walks, end->state);
}

#endif
