#pragma once
#include <zint.h>

/// 1 where a module of a symbol's first row is dark. Swift takes no fields as large as the one that it stands in.
static inline int pipeline_zint_module(const struct zint_symbol *symbol, int index) {
  return symbol->encoded_data[0][index >> 3] >> (index & 7) & 1;
}

/// The text of a symbol for people, which ends with the symbol.
static inline const char *pipeline_zint_text(const struct zint_symbol *symbol) { return (const char *)symbol->text; }
