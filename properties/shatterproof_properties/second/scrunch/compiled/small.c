/* Scrunch on boards of sides 2 to 7, whose cells fit two words. */

#define WORDS 2
#define SMALLEST_SIDE 2
#define LARGEST_SIDE 7
#define RESULTS small_results
#define LEAVES small_leaves

#include "answers.h"
