/* Sets of things that have numbers from 0 up (pieces, cells), one bit each, and which of many sets have come before.

   Who includes this defines before how many WORDS of 64 bits its sets have. */

#ifndef SHATTERPROOF_SETS_H
#define SHATTERPROOF_SETS_H

#include <stdlib.h>

#include "compiled.h"

enum { NONE = -1 };
/* No thing's number. */

typedef struct {
  uint64_t word[WORDS];
} Set;

static inline Set only(int number) {
  Set set = {{0}};
  set.word[number >> 6] = UINT64_C(1) << (number & 63);
  return set;
}

static inline Set both(Set one, Set other) {
  for (int place = 0; place < WORDS; place++) one.word[place] &= other.word[place];
  return one;
}

static inline Set either(Set one, Set other) {
  for (int place = 0; place < WORDS; place++) one.word[place] |= other.word[place];
  return one;
}

static inline Set without(Set one, Set other) {
  for (int place = 0; place < WORDS; place++) one.word[place] &= ~other.word[place];
  return one;
}

static inline bool any(Set set) {
  uint64_t found = 0;
  for (int place = 0; place < WORDS; place++) found |= set.word[place];
  return found;
}

static inline bool meet(Set one, Set other) { return any(both(one, other)); }

static inline bool same(Set one, Set other) { return !any(without(one, other)) && !any(without(other, one)); }

static inline int size(Set set) {
  int count = 0;
  for (int place = 0; place < WORDS; place++) count += __builtin_popcountll(set.word[place]);
  return count;
}

static inline bool has(const Set *set, int number) { return set->word[number >> 6] >> (number & 63) & 1; }

static inline void add(Set *set, int number) { set->word[number >> 6] |= UINT64_C(1) << (number & 63); }

static inline void drop(Set *set, int number) { set->word[number >> 6] &= ~(UINT64_C(1) << (number & 63)); }

/* The lowest number in a set, which is taken out of it; NONE where it is empty. */
static inline int take_lowest(Set *set) {
  for (int place = 0; place < WORDS; place++) {
    uint64_t word = set->word[place];
    if (!word) continue;
    set->word[place] = word & (word - 1);
    return 64 * place + __builtin_ctzll(word);
  }
  return NONE;
}

static inline int lowest(Set set) { return take_lowest(&set); }

/* Everything within a set that is linked to the seed, seed included. */
static inline Set flood(Set seed, Set within, const Set *links) {
  Set reached = both(seed, within), front = reached;
  while (any(front)) {
    Set grown = {{0}};
    for (int number; (number = take_lowest(&front)) != NONE;) grown = either(grown, links[number]);
    front = without(both(grown, within), reached);
    reached = either(reached, front);
  }
  return reached;
}

typedef struct {
  Set set;
  int32_t mark;
  uint32_t round;
} Entry;

/* Sets, each with a mark, that have come since the round began. `failed`: there was no memory for more. */
typedef struct {
  Entry *entries;
  uint32_t room, count, round;
  bool failed;
} Distinct;

/* Begins anew with none. */
static inline void begin_round(Distinct *known) {
  known->round++;
  known->count = 0;
}

static inline Entry *place_of(const Distinct *known, const Set *set, int32_t mark) {
  uint64_t mixed = (uint64_t)(uint32_t)mark;
  for (int place = 0; place < WORDS; place++) {
    mixed = (mixed ^ set->word[place]) * UINT64_C(0x9E3779B97F4A7C15);
    mixed ^= mixed >> 29;
  }
  for (uint32_t at = (uint32_t)(mixed >> 7);; at++) {
    Entry *entry = &known->entries[at & (known->room - 1)];
    if (entry->round != known->round || (entry->mark == mark && same(entry->set, *set))) return entry;
  }
}

static inline bool grow(Distinct *known) {
  Distinct larger = *known;
  larger.room = known->room ? 2 * known->room : 256;
  larger.entries = calloc(larger.room, sizeof(Entry));
  if (!larger.entries) return false;
  larger.round += !larger.round;
  for (uint32_t at = 0; at < known->room; at++) {
    const Entry *entry = &known->entries[at];
    if (entry->round == known->round) *place_of(&larger, &entry->set, entry->mark) = *entry;
  }
  free(known->entries);
  *known = larger;
  return true;
}

/* Whether a set with such a mark comes for the first time; from now on it does not. */
static inline bool is_new(Distinct *known, const Set *set, int32_t mark) {
  if (2 * known->count >= known->room && !grow(known)) {
    known->failed = true;
    return false;
  }
  Entry *entry = place_of(known, set, mark);
  if (entry->round == known->round) return false;
  *entry = (Entry){*set, mark, known->round};
  known->count++;
  return true;
}

#endif
