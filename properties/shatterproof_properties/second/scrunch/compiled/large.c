/* Scrunch on boards of sides 8 to 10, whose cells fit five words. */

#define WORDS 5
#define SMALLEST_SIDE 8
#define LARGEST_SIDE 10
#define RESULTS large_results
#define LEAVES large_leaves

#include "answers.h"
