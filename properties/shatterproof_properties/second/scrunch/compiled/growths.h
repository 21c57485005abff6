/* Snakes, and the growths of one side's stones.

   What a growth needs besides the mover's own stones is only that the two cells it adds are free of the other side's.
   So the growths of some stones are listed once, as if these stood alone, and serve against any opponent. */

#ifndef SHATTERPROOF_SCRUNCH_GROWTHS_H
#define SHATTERPROOF_SCRUNCH_GROWTHS_H

#include <stdlib.h>

#include "board.h"

/* One call: its board, the work done, and whether it has to give up. */
typedef struct {
  Board board;
  int64_t steps;
  bool failed;
} Search;

static inline void work(Search *search, int64_t steps) {
  search->steps += steps;
  if (search->steps > STEPS) search->failed = true;
}

/* Items with room for one more; what was there before if there is no memory. */
static inline void *roomier(Search *search, void *items, int64_t count, int64_t *room, size_t item) {
  if (count < *room) return items;
  int64_t more = *room ? 2 * *room : 64;
  void *moved = realloc(items, (size_t)more * item);
  if (!moved) {
    search->failed = true;
    return items;
  }
  *room = more;
  return moved;
}

/* Sets of stones met already. */
typedef struct {
  Cells *slots;
  int64_t count, room;
} Seen;

#define USED bit(MOST_CELLS)
/* Marks a slot that holds a set of stones, be it empty. */

static inline Cells *slot_of(const Seen *seen, Cells stones) {
  uint64_t mixed = ((uint64_t)stones + (uint64_t)(stones >> 64) * 0x9e3779b97f4a7c15u) * 0xd6e8feb86659fd93u;
  int64_t at = (int64_t)(mixed >> 32) & (seen->room - 1);
  while (seen->slots[at] && seen->slots[at] != (stones | USED)) at = (at + 1) & (seen->room - 1);
  return &seen->slots[at];
}

static inline void make_roomier(Search *search, Seen *seen) {
  Seen larger = {NULL, seen->count, seen->room ? 4 * seen->room : 64};
  larger.slots = calloc((size_t)larger.room, sizeof *larger.slots);
  if (!larger.slots) {
    search->failed = true;
    return;
  }
  for (int64_t at = 0; at < seen->room; at++)
    if (seen->slots[at]) *slot_of(&larger, seen->slots[at] & ~USED) = seen->slots[at];
  free(seen->slots);
  *seen = larger;
}

/* Whether these stones are met for the first time. */
static inline bool is_new(Search *search, Seen *seen, Cells stones) {
  if (2 * seen->count >= seen->room) make_roomier(search, seen);
  if (search->failed) return false;
  Cells *slot = slot_of(seen, stones);
  if (*slot) return false;
  *slot = stones | USED;
  seen->count++;
  return true;
}

/* scrunch.snake.group: the stones linked to some from friend to friend, these included. */
static inline Cells linked(Search *search, Cells some, Cells stones) {
  Cells reached = some;
  for (Cells front = some; front;) {
    Cells met = search->board.near[first(front)] & stones & ~reached;
    reached |= met;
    front = without_first(front) | met;
    work(search, 1);
  }
  return reached;
}

/* How many snakes of some stones have a stone among the cells given; no more than `most` are counted. */
static inline int snakes_at(Search *search, Cells stones, Cells cells, int most) {
  int count = 0;
  for (Cells left = cells & stones; left && count < most; count++) {
    if (!without_first(left) || count + 1 == most) return count + 1;
    left &= ~linked(search, bit(first(left)), stones);
  }
  return count;
}

typedef struct {
  Cells snakes[MOST_CELLS];
  int count;
} Smallest;

/* scrunch.snake.smallest: the snakes that are as small as the smallest, in the order of their first cells. */
static inline void find_smallest(Search *search, Cells stones, Smallest *found) {
  int least = MOST_CELLS + 1;
  found->count = 0;
  while (stones) {
    Cells snake = linked(search, bit(first(stones)), stones);
    stones ^= snake;
    if (size(snake) < least) found->count = 0;
    least = lesser(least, size(snake));
    if (size(snake) == least) found->snakes[found->count++] = snake;
  }
}

typedef struct {
  Cells after; /* the mover's stones */
  uint8_t placed, moved, target;
} Growth;

/* Growths with distinct sets of stones after them, each by its first turn, in order; no more than `most`. */
typedef struct {
  Growth *items;
  int64_t count, room, most;
  Seen seen;
} Growths;

static inline void free_growths(Growths *found) {
  free(found->items);
  free(found->seen.slots);
}

static inline void add_growth(Search *search, Growths *found, Growth growth) {
  if (!is_new(search, &found->seen, growth.after)) return;
  found->items = roomier(search, found->items, found->count, &found->room, sizeof growth);
  if (!search->failed) found->items[found->count++] = growth;
}

/* The cells with at least one, two, three and four of some stones beside them. */
typedef struct {
  Cells one, two, three, four;
} Crowded;

static inline Crowded with_stone(Crowded crowded, Cells near) {
  return (Crowded){
      crowded.one | near,
      crowded.two | (crowded.one & near),
      crowded.three | (crowded.two & near),
      crowded.four | (crowded.three & near),
  };
}

/* The cells with as many stones beside them when one is gone, by those that had as many, and one more, before. */
static inline Cells when_gone(Cells as_many, Cells one_more, Cells near) {
  return (as_many & ~near) | (one_more & near);
}

/* A stone placed: how many snakes it merges, all stones of its side then, the other side's, and what is crowded. */
typedef struct {
  int placed, merged;
  Cells held, other;
  Crowded crowded;
} Placement;

/* scrunch.growth.both: the growths in which a stone moves after a placement. */
static inline void list_steps(Search *search, const Placement *placement, int moved, Growths *found) {
  const Cells *near = search->board.near;
  Cells rest = placement->held ^ bit(moved);
  Cells mutants = when_gone(placement->crowded.three, placement->crowded.four, near[moved]);
  Cells full = when_gone(placement->crowded.two, placement->crowded.three, near[moved]) & rest;
  /* scrunch.growth.cure: no mutant may be left, nor the stone become one or make one where it steps to. */
  if (mutants & rest) return;
  /* scrunch.growth.step, scrunch.board.one-stone */
  Cells targets = near[moved] & ~(placement->held | placement->other | mutants);
  int parts = 0;
  for (; targets && found->count < found->most && !search->failed; targets = without_first(targets)) {
    int target = first(targets);
    work(search, 1);
    if (near[target] & full) continue;
    /* scrunch.growth.count: the stone leaves parts of a snake, one at least, and has to join so many snakes again that
       there are no more than before. */
    if (placement->merged == 1 && !(near[target] & rest)) continue;
    if (!parts) parts = snakes_at(search, rest, near[moved], MOST_BESIDE);
    int due = parts + 1 - placement->merged;
    if (due > 0 && snakes_at(search, rest, near[target], due) < due) continue;
    Cells after = rest | bit(target);
    add_growth(search, found, (Growth){after, (uint8_t)placement->placed, (uint8_t)moved, (uint8_t)target});
  }
}

/* scrunch.growth.place, scrunch.growth.smallest: the cells beside the smallest snakes. */
static inline Cells places(Search *search, Cells own) {
  Smallest smallest;
  find_smallest(search, own, &smallest);
  Cells growing = 0;
  for (int number = 0; number < smallest.count; number++) growing |= smallest.snakes[number];
  return beside(&search->board, growing) & ~own;
}

/* The growths of some stones against those of the other side. */
static inline void list_growths(Search *search, Cells own, Cells other, Growths *found) {
  const Cells *near = search->board.near;
  Crowded crowded = {0, 0, 0, 0};
  for (Cells left = own; left; left = without_first(left)) crowded = with_stone(crowded, near[first(left)]);
  for (Cells left = places(search, own) & ~other; left; left = without_first(left)) {
    int placed = first(left);
    Cells held = own | bit(placed);
    /* scrunch.growth.merge */
    int merged = snakes_at(search, own, near[placed], MOST_BESIDE);
    Placement placement = {placed, merged, held, other, with_stone(crowded, near[placed])};
    /* scrunch.growth.move: another stone of the snake that results. */
    Cells movers = linked(search, bit(placed), held) ^ bit(placed);
    for (; movers && found->count < found->most && !search->failed; movers = without_first(movers))
      list_steps(search, &placement, first(movers), found);
  }
}

/* scrunch.death.dead: whether any of the smallest snakes can grow; if none can, all of them are dead. */
static inline bool any_smallest_can_grow(Search *search, Cells own, Cells other) {
  Growths found = {.most = 1};
  list_growths(search, own, other, &found);
  free_growths(&found);
  return found.count > 0;
}

#endif
