#pragma once

// The library libCheckSurroundings.so, which `pipeline check-stage` has loaded before all others in the processes that it
// starts. They find these functions by name.

/// Shifts the clock by `seconds` in this process from now on, names the machine `host` and gives it `cores` cores.
void check_surroundings_pretend(long seconds, const char *host, int cores);

/// Begins to watch which files the current thread opens, or ends it; may be nested.
void check_surroundings_watch_files(int is_on);

/// The first file that the current thread opened while it was watched; empty where there was none.
const char *check_surroundings_opened_file(void);

void check_surroundings_forget_opened_file(void);
