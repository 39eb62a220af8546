#define _GNU_SOURCE
#include "surroundings.h"

#include <dlfcn.h>
#include <stddef.h>

// The functions of libCheckSurroundings.so, where it was loaded before all other libraries.

static void *found(const char *name) { return dlsym(RTLD_DEFAULT, name); }

int surroundings_pretend(long seconds, const char *host, int cores) {
  void (*function)(long, const char *, int) =
      (void (*)(long, const char *, int))found("check_surroundings_pretend");
  if (!function) return 0;
  function(seconds, host, cores);
  return 1;
}

void surroundings_watch_files(int is_on) {
  static void (*_Atomic function)(int);
  if (!function) function = (void (*)(int))found("check_surroundings_watch_files");
  if (function) function(is_on);
}

const char *surroundings_opened_file(void) {
  static const char *(*_Atomic function)(void);
  if (!function) function = (const char *(*)(void))found("check_surroundings_opened_file");
  return function ? function() : "";
}

void surroundings_forget_opened_file(void) {
  static void (*_Atomic function)(void);
  if (!function) function = (void (*)(void))found("check_surroundings_forget_opened_file");
  if (function) function();
}
