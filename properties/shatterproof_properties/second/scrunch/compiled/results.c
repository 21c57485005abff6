/* Scrunch in C: the results of a position, and the leaves below it, exactly as the engine in Python lists them.

   A small engine of its own under the default readings: Python asks it about no others. It reads the canonical JSON
   that Python writes, and takes nothing else. The parts, each of which needs those before:

   - ../../sets.h: sets of cells.
   - board.h: cells, what is beside them, and their names.
   - growths.h: snakes and growths.
   - results.h: removals, and the results of a position in order.
   - answers.h: positions read, results written, leaves counted.

   All this is compiled twice, for small boards whose sets are quick (small.c), and for large ones (large.c). */

#include "../../compiled.h"

int64_t small_results(const char *position, int64_t first, int64_t most, char *out, int64_t room, int64_t *count);
int64_t small_leaves(const char *position, int64_t depth, char *out, int64_t room, int64_t *total);
int64_t large_results(const char *position, int64_t first, int64_t most, char *out, int64_t room, int64_t *count);
int64_t large_leaves(const char *position, int64_t depth, char *out, int64_t room, int64_t *total);

/* What those for small boards decline for too much work, those for large boards decline for the board. */

EXPORTED int64_t scrunch_results(const char *position, int64_t first, int64_t most, char *out, int64_t room, int64_t *count) {
  int64_t told = small_results(position, first, most, out, room, count);
  return told == NOT_MINE ? large_results(position, first, most, out, room, count) : told;
}

EXPORTED int64_t scrunch_leaves(const char *position, int64_t depth, char *out, int64_t room, int64_t *total) {
  int64_t told = small_leaves(position, depth, out, room, total);
  return told == NOT_MINE ? large_leaves(position, depth, out, room, total) : told;
}
