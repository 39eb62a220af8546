#pragma once

#include <libavcodec/avcodec.h>

/// Takes libav's log over from standard error for the whole process: from now on each thread keeps its own most severe
/// line, of those that are warnings or worse; the first of equals, which names the cause where others follow from it.
void clibav_log_install(void);

/// Forgets the calling thread's line.
void clibav_log_clear(void);

/// The calling thread's line, valid until the thread's next call into libav; empty if there is none.
const char *clibav_log_line(void);

/// 1 if the calling thread's line is an error or worse, not just a warning.
int clibav_log_is_error(void);

/// The most severe line of one decoder, from whichever of its threads.
typedef struct clibav_decoder_log clibav_decoder_log;

/// Keeps the log of a decoder that is not open yet, and takes its `opaque`. NULL if there is no memory.
clibav_decoder_log *clibav_decoder_log_open(AVCodecContext *decoder);

/// Ends a decoder's log. The decoder must have been freed before.
void clibav_decoder_log_close(clibav_decoder_log *log);

/// 1 if the decoder logged an error or worse since it was opened; copies its line.
int clibav_decoder_log_error(clibav_decoder_log *log, char line[512]);
