// Makes calls on files below a folder slow or fail, as on a network file system; loaded with LD_PRELOAD by store-test.
//
// FAULTS_FOLDER    the folder
// FAULTS_DELAY     milliseconds that every opening and renaming of a file takes; default: 0
// FAULTS_EVERY     every how many calls one fails; default: 0, none
// FAULTS_ERRNO     the number of the error; 0 for reads that end early
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define REAL(name) \
  static __typeof__(name) *real; \
  if (!real) real = dlsym(RTLD_NEXT, #name)

static long setting(const char *name) {
  const char *text = getenv(name);
  return text ? atol(text) : 0;
}

static int isBelow(const char *path) {
  const char *folder = getenv("FAULTS_FOLDER");
  return folder && path && strncmp(path, folder, strlen(folder)) == 0;
}

// Whether this call is one that fails.
static int fails(void) {
  static atomic_long calls;
  long every = setting("FAULTS_EVERY");
  if (every == 0 || atomic_fetch_add(&calls, 1) % every != every - 1) return 0;
  errno = (int)setting("FAULTS_ERRNO");
  return 1;
}

static int delayed(const char *path) {
  if (!isBelow(path)) return 0;
  usleep((useconds_t)setting("FAULTS_DELAY") * 1000);
  return setting("FAULTS_ERRNO") != 0 && fails();
}

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    REAL(name); \
    mode_t mode = 0; \
    if (flags & (O_CREAT | O_TMPFILE)) { \
      va_list rest; \
      va_start(rest, flags); \
      mode = va_arg(rest, mode_t); \
      va_end(rest); \
    } \
    return delayed(path) ? -1 : real(path, flags, mode); \
  }
OPEN(open)
OPEN(open64)

int rename(const char *from, const char *to) {
  REAL(rename);
  return delayed(to) ? -1 : real(from, to);
}

ssize_t read(int file, void *buffer, size_t count) {
  REAL(read);
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  path[length > 0 ? length : 0] = 0;
  if (length <= 0 || !isBelow(path) || !fails()) return real(file, buffer, count);
  return errno ? -1 : real(file, buffer, count / 2);
}

// No times, as in object storage.
int utimensat(int folder, const char *path, const struct timespec times[2], int flags) {
  REAL(utimensat);
  if (isBelow(path)) {
    errno = ENOTSUP;
    return -1;
  }
  return real(folder, path, times, flags);
}
