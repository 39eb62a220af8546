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
