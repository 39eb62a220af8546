#include "CLibAVLog.h"

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libavcodec/avcodec.h>
#include <libavutil/log.h>

/// The most severe line of a thread or of a decoder; the first of equals.
typedef struct {
  int level;
  char line[512];
} Log;

struct clibav_decoder_log {
  Log log;
  struct clibav_decoder_log *next;
};

static _Thread_local Log of_thread = {.level = INT_MAX};

/// The logs of decoders that are open. `opaque` of other decoders points to other things, so that only a pointer to one of
/// these is followed.
static struct clibav_decoder_log *decoders;
static pthread_mutex_t decoders_lock = PTHREAD_MUTEX_INITIALIZER;

static void take(Log *log, int level, const char *line) {
  if (level >= log->level) return;
  log->level = level;
  memcpy(log->line, line, sizeof log->line);
}

static void keep(void *context, int level, const char *format, va_list arguments) {
  if (level >= 0) level &= 0xff;  // The bits above are a tint.
  if (level > AV_LOG_WARNING) return;
  char line[512];
  vsnprintf(line, sizeof line, format, arguments);
  size_t end = strlen(line);
  while (end > 0 && (line[end - 1] == '\n' || line[end - 1] == ' ')) line[--end] = 0;
  take(&of_thread, level, line);

  if (context == NULL || *(const AVClass **)context != avcodec_get_class()) return;
  // A decoder's threads have copies of its context, with the same `opaque`.
  const void *opaque = ((AVCodecContext *)context)->opaque;
  if (opaque == NULL) return;
  pthread_mutex_lock(&decoders_lock);
  for (struct clibav_decoder_log *log = decoders; log != NULL; log = log->next) {
    if (log == opaque) take(&log->log, level, line);
  }
  pthread_mutex_unlock(&decoders_lock);
}

/// SVT-AV1 writes to standard error unless its environment says otherwise. Set before any thread starts, since other
/// threads may read the environment.
__attribute__((constructor)) static void silence_svt(void) { setenv("SVT_LOG", "0", 0); }

void clibav_log_install(void) { av_log_set_callback(keep); }

void clibav_log_clear(void) {
  of_thread.level = INT_MAX;
  of_thread.line[0] = 0;
}

const char *clibav_log_line(void) { return of_thread.line; }

int clibav_log_is_error(void) { return of_thread.level <= AV_LOG_ERROR; }

clibav_decoder_log *clibav_decoder_log_open(AVCodecContext *decoder) {
  clibav_decoder_log *log = calloc(1, sizeof *log);
  if (log == NULL) return NULL;
  log->log.level = INT_MAX;
  pthread_mutex_lock(&decoders_lock);
  log->next = decoders;
  decoders = log;
  pthread_mutex_unlock(&decoders_lock);
  decoder->opaque = log;
  return log;
}

void clibav_decoder_log_close(clibav_decoder_log *log) {
  pthread_mutex_lock(&decoders_lock);
  struct clibav_decoder_log **link = &decoders;
  while (*link != NULL && *link != log) link = &(*link)->next;
  if (*link != NULL) *link = log->next;
  pthread_mutex_unlock(&decoders_lock);
  free(log);
}

int clibav_decoder_log_error(clibav_decoder_log *log, char line[static 512]) {
  pthread_mutex_lock(&decoders_lock);
  const int is_error = log->log.level <= AV_LOG_ERROR;
  memcpy(line, log->log.line, sizeof log->log.line);
  pthread_mutex_unlock(&decoders_lock);
  return is_error;
}
