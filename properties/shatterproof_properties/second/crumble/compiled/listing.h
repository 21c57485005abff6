/* Where results are listed: for each cut and join the ways to end the turn, one for each distinct result, in order. */

#ifndef SHATTERPROOF_CRUMBLE_LISTING_H
#define SHATTERPROOF_CRUMBLE_LISTING_H

#include "draws.h"
#include "walks.h"

/* An undecided position; `own` are the mover's pieces. */
typedef struct {
  const Arrangement *arrangement;
  Set own;
  bool black_moves;
  Memory memory;
} Position;

/* A cut ("V", "H") of pieces in order along the line, or a join ("J") to `outline`. `slots` are the pieces worked on,
   as they were before it, `worked` the same by place; `own` are the mover's pieces after it, `made` the new ones,
   halves in pairs (west and east, south and north). `may_renew`: the turn renews if it swaps into the target. */
typedef struct {
  char kind;
  int count, made_count;
  int16_t slots[MOST_PIECES], made[MOST_PIECES];
  Rect worked[MOST_PIECES], outline;
  Set own;
  bool may_renew;
} Action;

/* How a turn ends: the mover's pieces, the slot of the target or NONE, the winner; which of the new pieces has
   walked, and to which state (0: none has). */
typedef struct {
  Set own;
  int target, winner, walker;
  int32_t state;
} End;

/* The results of one position are listed here: each is told to `found`. */
typedef struct Listing {
  const Position *here;
  Arrangement after;
  Action action;
  Walks walks;
  Distinct ends;
  Work *work;
  void (*found)(struct Listing *, const End *);
  void *finder;
} Listing;

enum { HAS_WON = -2 };

/* crumble.swap.start: the walks from one of the new pieces. */
static void list_walks(Listing *list, int walker) {
  int start = list->action.made[walker];
  explore(&list->walks, &list->after, list->action.own, start, list->work);
  for (int32_t at = 1; at < list->walks.count && !over(list->work); at++) {
    const WalkState *state = &list->walks.states[at];
    /* crumble.draw-into = last: a walk that ends where it began has swapped into nothing. */
    End end = {state->own, state->slot == start ? NONE : state->slot, state->winner, walker, at};
    if (is_new(&list->ends, &end.own, end.winner ? HAS_WON : end.target)) list->found(list, &end);
    if (list->ends.failed) list->work->failed = true;
  }
}

/* crumble.swap.optional: the ways to end a turn after its cut or join, by colours and by what is remembered. */
static void list_ends(Listing *list) {
  if (over(list->work) || !spend(list->work, list->after.slots)) return;
  begin_round(&list->ends);
  End standing = {list->action.own, NONE, NO_WINNER, 0, 0};
  if (is_new(&list->ends, &standing.own, NONE)) list->found(list, &standing);
  for (int walker = 0; walker < list->action.made_count && !over(list->work); walker++) list_walks(list, walker);
  if (list->ends.failed) list->work->failed = true;
}

static Listing *new_listing(Work *work, void (*found)(Listing *, const End *), void *finder) {
  Listing *list = calloc(1, sizeof *list);
  if (!list) {
    work->failed = true;
    return NULL;
  }
  list->work = work;
  list->found = found;
  list->finder = finder;
  return list;
}

static void free_listing(Listing *list) {
  if (!list) return;
  free(list->walks.states);
  free(list->walks.tried.entries);
  free(list->ends.entries);
  free(list);
}

#endif
