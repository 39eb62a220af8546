#pragma once

/// Takes libav's log over from standard error for the whole process: from now on each thread keeps its own most severe
/// line, of those that are warnings or worse; the first of equals, which names the cause where others follow from it.
void clibav_log_install(void);

/// Forgets the calling thread's line.
void clibav_log_clear(void);

/// The calling thread's line, valid until the thread's next call into libav; empty if there is none.
const char *clibav_log_line(void);

/// 1 if the calling thread's line is an error or worse, not just a warning.
int clibav_log_is_error(void);
