#include "CLibAVLog.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libavutil/log.h>

static _Thread_local char kept_line[512];
static _Thread_local int kept_level = INT_MAX;

static void keep(void *context, int level, const char *format, va_list arguments) {
  if (level >= 0) level &= 0xff;  // The bits above are a tint.
  if (level > AV_LOG_WARNING || level >= kept_level) return;
  kept_level = level;
  vsnprintf(kept_line, sizeof kept_line, format, arguments);
  size_t end = strlen(kept_line);
  while (end > 0 && (kept_line[end - 1] == '\n' || kept_line[end - 1] == ' ')) kept_line[--end] = 0;
}

/// SVT-AV1 writes to standard error unless its environment says otherwise. Set before any thread starts, since other
/// threads may read the environment.
__attribute__((constructor)) static void silence_svt(void) { setenv("SVT_LOG", "0", 0); }

void clibav_log_install(void) { av_log_set_callback(keep); }

void clibav_log_clear(void) {
  kept_level = INT_MAX;
  kept_line[0] = 0;
}

const char *clibav_log_line(void) { return kept_line; }

int clibav_log_is_error(void) { return kept_level <= AV_LOG_ERROR; }
