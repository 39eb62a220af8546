#include "loaded_program.h"

#include <sys/auxv.h>

// The loader replaces its own program headers by those of the program that it loads.
unsigned long loaded_program_address(void) { return getauxval(AT_PHDR); }
