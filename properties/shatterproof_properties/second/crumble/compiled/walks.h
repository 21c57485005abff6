/* Walks: every way a swapping piece can go from one start, fewest steps first. */

#ifndef SHATTERPROOF_CRUMBLE_WALKS_H
#define SHATTERPROOF_CRUMBLE_WALKS_H

#include "captures.h"

enum { MOST_STATES = 1 << 18 };

/* Somewhere in a walk, after captures: the mover's pieces, where the walk stands, how it came (the state before, the
   direction of the last step, the number of steps). */
typedef struct {
  Set own;
  int32_t before, steps;
  int16_t slot;
  uint8_t direction, winner;
  bool may_go_on;
} WalkState;

/* What one call may still do, and why it ends early: it has failed, or what was wanted is done. */
typedef struct {
  int64_t steps_left;
  bool failed, done;
} Work;

/* All states of the walks from one piece. `tried` are colourings with where the swapping piece stands, before captures
   and after them: no step leads twice to the same. */
typedef struct {
  WalkState *states;
  int32_t count, room;
  Distinct tried;
} Walks;

static inline bool over(const Work *work) { return work->failed || work->done; }

/* Does so much work, if it is not beyond STEPS. */
static inline bool spend(Work *work, int64_t steps) {
  work->steps_left -= steps;
  if (work->steps_left < 0) work->failed = true;
  return !work->failed;
}

static bool add_state(Walks *walks, WalkState state) {
  if (walks->count == MOST_STATES) return false;
  if (walks->count == walks->room) {
    int32_t room = walks->room ? 2 * walks->room : 64;
    WalkState *states = realloc(walks->states, (size_t)room * sizeof *states);
    if (!states) return false;
    walks->states = states;
    walks->room = room;
  }
  walks->states[walks->count++] = state;
  return true;
}

/* Takes one step from a state, unless the same has been tried; false where there is no more room. */
static bool take_step(Walks *walks, const Arrangement *on, int32_t from, int direction, int into) {
  WalkState state = walks->states[from];
  Set own = state.own;
  drop(&own, state.slot);
  add(&own, into);
  if (!is_new(&walks->tried, &own, into)) return !walks->tried.failed;
  Settled after = settle_step(on, state.own, state.slot, into);
  if (!same(after.own, own) && !is_new(&walks->tried, &after.own, into)) return !walks->tried.failed;
  /* crumble.win.at-once, crumble.walk.captured: who has won or was captured does not walk on. */
  bool may_go_on = !after.winner && has(&after.own, into);
  return add_state(walks, (WalkState){after.own, from, state.steps + 1, (int16_t)into, (uint8_t)direction,
                                      (uint8_t)after.winner, may_go_on});
}

/* Finds all states that a walk of the mover's from one piece can be in, the start first. */
static void explore(Walks *walks, const Arrangement *on, Set own, int start, Work *work) {
  walks->count = 0;
  begin_round(&walks->tried);
  bool going = add_state(walks, (WalkState){own, NONE, 0, (int16_t)start, 0, NO_WINNER, true}) &&
               is_new(&walks->tried, &own, start);
  for (int32_t at = 0; going && at < walks->count; at++) {
    const WalkState state = walks->states[at];
    if (!state.may_go_on) continue;
    for (int direction = 0; going && direction < 4; direction++) {
      int into = on->beside[state.slot][direction];
      /* crumble.swap.complete-side, crumble.swap.opponent; crumble.walk.backtrack: it may come back. */
      if (into != NONE && !has(&state.own, into))
        going = spend(work, 2 + on->slots / 8) && take_step(walks, on, at, direction, into);
    }
  }
  if (!going) work->failed = true;
}

#endif
