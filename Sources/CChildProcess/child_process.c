#define _GNU_SOURCE
#include "child_process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <unistd.h>

enum { most_descriptors = 8 };

int child_process_start(const char *program, char *const arguments[], char *const environment[], const char *folder,
                        const int descriptors[], int count, int own_group) {
  int copies[most_descriptors];
  if (count > most_descriptors) return -EINVAL;
  int error = 0;
  // Copies above those that the child is to have, so that none is overwritten before it is copied.
  for (int i = 0; i < count; i += 1) {
    int source = descriptors[i] < 0 ? open("/dev/null", O_RDWR | O_CLOEXEC) : descriptors[i];
    copies[i] = source < 0 ? -1 : fcntl(source, F_DUPFD_CLOEXEC, count);
    if (copies[i] < 0 && !error) error = errno;
    if (descriptors[i] < 0 && source >= 0) close(source);
  }
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  for (int i = 0; i < count && !error; i += 1) error = posix_spawn_file_actions_adddup2(&actions, copies[i], i);
  if (!error) error = posix_spawn_file_actions_addclosefrom_np(&actions, count);
  if (!error && folder) error = posix_spawn_file_actions_addchdir_np(&actions, folder);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (own_group ? POSIX_SPAWN_SETPGROUP : 0));
  pid_t child = -1;
  if (!error) error = posix_spawn(&child, program, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  for (int i = 0; i < count; i += 1) {
    if (copies[i] >= 0) close(copies[i]);
  }
  return error ? -error : child;
}

int child_process_shared_file(void) { return memfd_create("breadcrumbs", MFD_CLOEXEC); }
