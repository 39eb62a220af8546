#pragma once

/// Starts a program, which gets `descriptors` as its descriptors from 0 on, and no others; a negative one stands for
/// /dev/null. Signals have their defaults in it. Both lists of texts end with NULL.
///
/// With `own_group` it leads a process group of its own. `folder` is where it runs; NULL for this process's folder.
/// Returns its number, or an error's number below 0.
int child_process_start(const char *program, char *const arguments[], char *const environment[], const char *folder,
                        const int descriptors[], int count, int own_group);

/// A file without a name that lives as long as a descriptor of it; -1 where there can be none.
int child_process_shared_file(void);
