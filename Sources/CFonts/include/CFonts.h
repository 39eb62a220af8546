#pragma once
#include <stddef.h>
#include <stdint.h>

/// A font file within the program.
typedef struct {
  const uint8_t *bytes;
  size_t count;
} EmbeddedFont;

/// The font at an index; one without bytes comes after the last.
EmbeddedFont embedded_font(size_t index);
