#define _GNU_SOURCE
#include "surroundings.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sched.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

// Loaded before the C library, these come first for all libraries of the process. Unless a check asks for it, they only
// pass calls on.

static atomic_long clock_offset;
static atomic_int core_count;
static char host_name[64];

static _Thread_local int watching;
static _Thread_local char opened[1024];

void check_surroundings_pretend(long seconds, const char *host, int cores) {
  strncpy(host_name, host, sizeof host_name - 1);
  atomic_store(&core_count, cores);
  atomic_store(&clock_offset, seconds);
}

void check_surroundings_watch_files(int is_on) {
  watching += is_on ? 1 : -1;
}

const char *check_surroundings_opened_file(void) { return opened; }

void check_surroundings_forget_opened_file(void) { opened[0] = 0; }

static void note(const char *path) {
  if (watching <= 0 || opened[0] || !path || strncmp(path, "/proc/", 6) == 0) return;
  strncpy(opened, path, sizeof opened - 1);
}

/// The C library's own function of a name, which is looked up once.
#define NEXT(name) \
  static __typeof__(&name) next; \
  if (!next) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name);

int clock_gettime(clockid_t clock, struct timespec *time) {
  NEXT(clock_gettime)
  int result = next(clock, time);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += clock_offset;
  return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  NEXT(gettimeofday)
  int result = next(time, zone);
  if (result == 0) time->tv_sec += clock_offset;
  return result;
}

time_t time(time_t *result) {
  NEXT(time)
  time_t now = next(NULL) + clock_offset;
  if (result) *result = now;
  return now;
}

int gethostname(char *name, size_t length) {
  NEXT(gethostname)
  if (!host_name[0]) return next(name, length);
  strncpy(name, host_name, length);
  return 0;
}

int uname(struct utsname *names) {
  NEXT(uname)
  int result = next(names);
  if (result == 0 && host_name[0]) strncpy(names->nodename, host_name, sizeof names->nodename - 1);
  return result;
}

long sysconf(int name) {
  NEXT(sysconf)
  int cores = core_count;
  if (cores && (name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF)) return cores;
  return next(name);
}

int get_nprocs(void) {
  NEXT(get_nprocs)
  int cores = core_count;
  return cores ? cores : next();
}

int sched_getaffinity(pid_t process, size_t size, cpu_set_t *set) {
  NEXT(sched_getaffinity)
  int cores = core_count;
  if (!cores) return next(process, size, set);
  memset(set, 0, size);
  for (int i = 0; i < cores && (size_t)i < size * 8; i += 1) CPU_SET_S(i, size, set);
  return 0;
}

int open(const char *path, int flags, ...) {
  NEXT(open)
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  note(path);
  return next(path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
  NEXT(openat)
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  note(path);
  return next(folder, path, flags, mode);
}

FILE *fopen(const char *restrict path, const char *restrict mode) {
  NEXT(fopen)
  note(path);
  return next(path, mode);
}
