#include "memory_policy.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

void keep_memory_flat(void) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 256 << 10);
  mallopt(M_TRIM_THRESHOLD, 1 << 20);
#endif
}

void share_heaps(void) {
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, 2);
#endif
}
