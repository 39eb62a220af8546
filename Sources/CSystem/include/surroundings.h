#pragma once

/// Shifts the clock by `seconds` in this process from now on, names the machine `host` and gives it `cores` cores.
/// Returns 0 where libCheckSurroundings.so is not loaded; without it the following functions do nothing.
int surroundings_pretend(long seconds, const char *host, int cores);

/// Begins to watch which files the current thread opens, or ends it; may be nested.
void surroundings_watch_files(int is_on);

/// The first file that the current thread opened while it was watched; empty where there was none.
const char *surroundings_opened_file(void);

/// Forgets the file that was opened.
void surroundings_forget_opened_file(void);
