#define _GNU_SOURCE
#include "stage_library.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static void *find(const char *path, const char *symbol) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
  return library ? dlsym(library, symbol) : NULL;
}

const char *stage_library_load(const char *path) {
  return dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) ? NULL : dlerror();
}

int stage_library_run(const char *path, const char *symbol) {
  void (*function)(void) = (void (*)(void))find(path, symbol);
  if (!function) return 0;
  function();
  return 1;
}

/// The number at `text`, which moves on past it; ends at `end`.
static long number(const char **text, const char *end) {
  long value = 0;
  for (; *text < end && **text >= '0' && **text <= '9' && value < 1000000; *text += 1) value = value * 10 + (**text - '0');
  return value;
}

static int version_after(const char *bytes, size_t size, const char *mark, long parts[3]) {
  const char *end = bytes + size;
  const char *at = memmem(bytes, size, mark, strlen(mark));
  if (!at) return 0;
  at += strlen(mark);
  for (int part = 0; part < 3; part += 1) {
    parts[part] = number(&at, end);
    if (at < end && *at == '.') at += 1;
  }
  return 1;
}

int stage_library_versions(int file, const char *first, long firstParts[3], const char *second,
                           long secondParts[3]) {
  struct stat status;
  if (fstat(file, &status) != 0) return -1;
  size_t size = (size_t)status.st_size;
  if (size == 0) return 0;
  void *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
  if (bytes == MAP_FAILED) return -1;
  int found = version_after(bytes, size, first, firstParts) && version_after(bytes, size, second, secondParts);
  munmap(bytes, size);
  return found;
}
