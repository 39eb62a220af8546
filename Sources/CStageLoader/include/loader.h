#pragma once

/// Loads the library at `path`, with private symbols, and never unloads it.
/// Returns null, or what the dynamic linker says; the text lasts until the next call on the same thread.
const char *stage_library_load(const char *path);

/// Calls a function without parameters or result in a loaded library; returns 0 where there is none.
int stage_library_run(const char *path, const char *symbol);

/// Reads the versions that follow two marks in an open regular file, such as `1.2.3` after `mark:`, without loading it.
/// Returns 1, 0 if a mark is missing, and -1 if the file cannot be read.
int stage_library_versions(int file, const char *first, long firstParts[3], const char *second,
                           long secondParts[3]);

/// From now on `chdir` and `fchdir` fail with EPERM in this process: relative paths of all jobs mean what they did when it
/// began.
void working_folder_keep(void);

/// How often something has tried to change the working folder since then.
int working_folder_attempts(void);

/// From now on the time of day is off by so many seconds in this process, the machine is called `host` and has so many cores.
/// Returns 0 where libCheckSurroundings.so is not loaded; without it the following functions do nothing.
int surroundings_pretend(long seconds, const char *host, int cores);

/// Begins to watch which files the current thread opens, or ends it; may be nested.
void surroundings_watch_files(int is_on);

/// The first file that the current thread opened while it was watched; empty where there was none.
const char *surroundings_opened_file(void);

void surroundings_forget_opened_file(void);
