#pragma once
#include <stdbool.h>
#include <stdint.h>

/// Finds line breaks by ICU.
typedef struct UBreakIterator LineBreakIterator;

/// By the rules of a language as a BCP 47 tag, "" for the root's; NULL, with ICU's name for the error, where its data are missing.
LineBreakIterator *line_breaks_open(const char *language, const char **error);

void line_breaks_close(LineBreakIterator *iterator);

/// For each UTF-16 unit of a text, whether a line may begin with it; false for the first.
void line_breaks_find(LineBreakIterator *iterator, const uint16_t *text, int32_t count, bool *may_begin);

/// The major and minor version of Unicode that ICU implements.
void unicode_version(uint8_t *major, uint8_t *minor);
