/* Which sources the library was made of. */

#include "compiled.h"

EXPORTED const char *const sources = SOURCES;
