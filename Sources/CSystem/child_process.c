#define _GNU_SOURCE
#include "child_process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { max_descriptors = 8 };

/// Pointers to texts that follow one another, then NULL; to be freed. NULL if memory runs out.
static char **list_of(const char *texts, size_t count) {
  char **list = malloc((count + 1) * sizeof *list);
  if (!list) return NULL;
  for (size_t i = 0; i < count; i += 1) {
    list[i] = (char *)texts;
    texts += strlen(texts) + 1;
  }
  list[count] = NULL;
  return list;
}

int child_process_start(const char *program, const char *arguments, size_t argument_count, const char *environment,
                        size_t variable_count, const char *folder, const int descriptors[], int count, int own_group) {
  int copies[max_descriptors];
  if (count > max_descriptors) return -EINVAL;
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
  char **argv = list_of(arguments, argument_count);
  char **envp = list_of(environment, variable_count);
  if (!error && (!argv || !envp)) error = ENOMEM;
  if (!error) error = posix_spawn(&child, program, &actions, &attributes, argv, envp);
  free(argv);
  free(envp);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  for (int i = 0; i < count; i += 1) {
    if (copies[i] >= 0) close(copies[i]);
  }
  return error ? -error : child;
}

int child_process_shared_file(void) { return memfd_create("breadcrumbs", MFD_CLOEXEC); }
