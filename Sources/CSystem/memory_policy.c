#include "memory_policy.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

void malloc_tune_for_frames(void) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 8 << 20);
  mallopt(M_TRIM_THRESHOLD, 8 << 20);
#endif
}

void malloc_return_to_system(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}
