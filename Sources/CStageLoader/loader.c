#include "loader.h"

#include <dlfcn.h>
#include <stddef.h>

static void *find(const char *path, const char *symbol) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
  return library ? dlsym(library, symbol) : NULL;
}

const char *stage_library_load(const char *path) {
  return dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) ? NULL : dlerror();
}

long stage_library_number(const char *path, const char *symbol, long missing) {
  long (*function)(void) = (long (*)(void))find(path, symbol);
  return function ? function() : missing;
}

int stage_library_run(const char *path, const char *symbol) {
  void (*function)(void) = (void (*)(void))find(path, symbol);
  if (!function) return 0;
  function();
  return 1;
}
