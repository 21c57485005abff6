/* What crumble.draw.repetition remembers under the default readings, and when a turn renews.

   crumble.draw-target = shared, crumble.draw-into = last: as long as turns swap into the same piece they are
   remembered, at most four; each has one target, the same. */

#ifndef SHATTERPROOF_CRUMBLE_DRAWS_H
#define SHATTERPROOF_CRUMBLE_DRAWS_H

#include "arrangement.h"

enum { MOST_REMEMBERED = 4, RENEWALS_FOR_DRAW = 2 };

/* What one turn left: the pieces it halved or joined, in order, and, where it was read, its text. */
typedef struct {
  const Rect *worked;
  int count;
  const char *text;
  int64_t length;
} Remembered;

/* The latest turns, newest first, the piece that all have swapped into, and how many in a row renewed. */
typedef struct {
  Remembered recent[MOST_REMEMBERED];
  int count, renewals;
  Rect target;
} Memory;

/* crumble.draw-descent = wholly: whether a piece lies in pieces worked on, which do not overlap. */
static bool descends(const Rect *piece, const Remembered *turn) {
  int64_t left = area(piece);
  for (int number = 0; number < turn->count; number++) {
    const Rect *one = &turn->worked[number];
    if (!overlap(piece, one)) continue;
    Rect shared = {piece->west > one->west ? piece->west : one->west,
                   piece->south > one->south ? piece->south : one->south,
                   piece->east < one->east ? piece->east : one->east,
                   piece->north < one->north ? piece->north : one->north};
    left -= area(&shared);
  }
  return !left;
}

/* crumble.draw-previous = each: whether a turn that works on these pieces renews if it swaps into the target. */
static bool may_renew(const Memory *memory, const Rect *worked, int count) {
  if (memory->count < MOST_REMEMBERED) return false;
  for (int number = 0; number < count; number++)
    if (!descends(&worked[number], &memory->recent[1]) || !descends(&worked[number], &memory->recent[3])) return false;
  return true;
}

/* The memory after a turn that did not win; `target` is NULL where it swapped into nothing. */
static Memory memory_after(const Memory *memory, Remembered turn, const Rect *target, bool may_renew) {
  Memory after = {.count = 0};
  if (!target) return after;
  after.target = *target;
  after.recent[after.count++] = turn;
  if (!memory->count || !same_rect(target, &memory->target)) return after;
  for (int age = 0; age < memory->count && after.count < MOST_REMEMBERED; age++)
    after.recent[after.count++] = memory->recent[age];
  after.renewals = may_renew ? memory->renewals + 1 : 0;
  return after;
}

/* crumble.draw.repetition */
static inline bool is_drawn(const Memory *memory) { return memory->renewals >= RENEWALS_FOR_DRAW; }

#endif
