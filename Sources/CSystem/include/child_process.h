#pragma once

#include <stddef.h>

/// Starts a program, which gets `descriptors` as its descriptors from 0 on, and no others; a negative one is /dev/null.
/// Signals have their defaults in it. The texts of a list follow one another, each with a terminating zero.
///
/// With `own_group` it leads a process group of its own. `folder` is where it runs; NULL for this process's folder.
/// Returns its number, or an error's number below 0.
int child_process_start(const char *program, const char *arguments, size_t argument_count, const char *environment,
                        size_t variable_count, const char *folder, const int descriptors[], int count, int own_group);

/// A file without a name that lives as long as a descriptor of it; -1 where there can be none.
int child_process_shared_file(void);
