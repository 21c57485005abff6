/* Positions, removals, and the distinct results of a position with the first turn for each. */

#ifndef SHATTERPROOF_SCRUNCH_RESULTS_H
#define SHATTERPROOF_SCRUNCH_RESULTS_H

#include "growths.h"

/* Sides are seen from the one to move. */
typedef struct {
  Set own, other;
  bool creating, other_creating;
} Position;

/* The first cells of the snakes removed in one turn, in order. */
typedef struct {
  int16_t cells[MOST_CELLS];
  int count;
} Removal;

/* What a turn leaves the mover, and the turn: its cells and the number of its removal, or NONE. */
typedef struct {
  Set own;
  bool creating;
  int16_t placed, moved, target;
  int64_t removal;
} Result;

typedef struct {
  Result *items;
  int64_t count, room;
  Removal *removals;
  int64_t removal_count, removal_room;
} Results;

static inline void free_results(Results *found) {
  free(found->items);
  free(found->removals);
}

static inline void add_result(Search *search, Results *found, Result result) {
  found->items = roomier(search, found->items, found->count, &found->room, sizeof result);
  if (!search->failed) found->items[found->count++] = result;
}

static inline void add_removal(Search *search, Results *found, Set rest, const Removal *removal) {
  found->removals = roomier(search, found->removals, found->removal_count, &found->removal_room, sizeof *removal);
  if (search->failed) return;
  found->removals[found->removal_count] = *removal;
  /* scrunch.death.creator: a removal ends creation. */
  add_result(search, found, (Result){rest, false, NONE, NONE, NONE, found->removal_count++});
}

/* Whether each of the smallest snakes is shut in alone. Then all of them must go, so that one order is enough. */
static inline bool are_hopeless(Search *search, const Smallest *dead, Set own, Set other) {
  Set space = without(search->board.cells, other);
  for (int number = 0; number < dead->count; number++) {
    int first = dead->firsts[number];
    if (!same(both(linked(search, first, space), own), linked(search, first, own))) return false;
  }
  return true;
}

/* scrunch.death.which, scrunch.death.until: what can be left when no smallest snake can grow; `gone` are the snakes
   removed before, and `seen` what was left after any of them. At most as deep as there are snakes. */
static inline void list_removals(Search *search, Set own, Set other, Removal *gone, Distinct *seen, Results *found) {
  Smallest dead;
  find_smallest(search, own, &dead);
  if (are_hopeless(search, &dead, own, other)) dead.count = 1;
  for (int number = 0; number < dead.count && !search->failed; number++) {
    Set rest = without(own, linked(search, dead.firsts[number], own));
    if (!is_first(search, seen, rest)) continue;
    gone->cells[gone->count++] = dead.firsts[number];
    if (any(rest) && !any_smallest_can_grow(search, rest, other))
      list_removals(search, rest, other, gone, seen, found);
    else
      add_removal(search, found, rest, gone);
    gone->count--;
  }
}

/* scrunch.end.last-snake: whether a side past creation has no stone left. */
static inline bool is_over(Position here) {
  return (!any(here.own) && !here.creating) || (!any(here.other) && !here.other_creating);
}

/* scrunch.isolated, scrunch.creation.egg, scrunch.creation.over: where an egg may be laid. */
static inline Set isolated(const Board *board, Position here) {
  if (!here.creating) return (Set){{0}};
  return without(board->cells, either(either(here.own, here.other), beside(board, here.own)));
}

/* The results of a position, given the growths of the own stones alone.

   scrunch.turn.no-pass: nobody passes. Who is in creation without a stone can lay an egg on any empty cell, and the
   other side's stones leave one, for without mutants they do not fill a board. */
static inline void list_results(Search *search, Position here, const Growths *growths, Results *found) {
  if (is_over(here)) return;
  work(search, 1 + growths->count);
  Set eggs = isolated(&search->board, here), left = eggs;
  for (int cell; (cell = take_lowest(&left)) != NONE;) {
    /* scrunch.creation-end: an egg leaves its owner in creation. */
    add_result(search, found, (Result){either(here.own, only(cell)), true, (int16_t)cell, NONE, NONE, NONE});
  }
  int64_t before = found->count;
  for (int64_t number = 0; number < growths->count; number++) {
    Growth growth = growths->items[number];
    /* scrunch.creation.end: a growth ends creation. */
    if (!meet(growth.after, here.other))
      add_result(search, found, (Result){growth.after, false, growth.placed, growth.moved, growth.target, NONE});
  }
  /* scrunch.death.when, scrunch.death.creator, scrunch.stuck-creator */
  if (found->count > before || any(eggs) || !any(here.own)) return;
  Removal gone = {.count = 0};
  Distinct seen = {.count = 0};
  list_removals(search, here.own, here.other, &gone, &seen, found);
  free(seen.entries);
}

static inline Position after_turn(Position here, const Result *result) {
  return (Position){here.other, result->own, here.other_creating, result->creating};
}

#endif
