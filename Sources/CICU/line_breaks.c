#include <string.h>
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/uloc.h>

#include "line_breaks.h"

LineBreakIterator *line_breaks_open(const char *language, const char **error) {
  char locale[ULOC_FULLNAME_CAPACITY];
  UErrorCode status = U_ZERO_ERROR;
  uloc_forLanguageTag(language, locale, sizeof locale, NULL, &status);
  UBreakIterator *iterator = ubrk_open(UBRK_LINE, locale, NULL, 0, &status);
  if (U_SUCCESS(status)) return iterator;
  *error = u_errorName(status);
  return NULL;
}

void line_breaks_close(LineBreakIterator *iterator) { ubrk_close(iterator); }

void line_breaks_find(LineBreakIterator *iterator, const uint16_t *text, int32_t count, bool *may_begin) {
  memset(may_begin, 0, (size_t)count);
  UErrorCode status = U_ZERO_ERROR;
  ubrk_setText(iterator, text, count, &status);
  if (U_FAILURE(status)) return;
  for (int32_t unit = ubrk_next(iterator); unit != UBRK_DONE; unit = ubrk_next(iterator)) {
    if (unit < count) may_begin[unit] = true;
  }
  // The text may go after this.
  ubrk_setText(iterator, NULL, 0, &status);
}

void unicode_version(uint8_t *major, uint8_t *minor) {
  UVersionInfo version;
  u_getUnicodeVersion(version);
  *major = version[0];
  *minor = version[1];
}
