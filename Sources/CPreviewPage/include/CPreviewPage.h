#pragma once
#include <stddef.h>
#include <stdint.h>

/// A file of the page.
typedef struct {
  const char *name;
  const uint8_t *bytes;
  size_t count;
} PreviewPageFile;

/// The file of an index, from 0, in the order in which they go into the page; its name is empty beyond the last one.
PreviewPageFile preview_page_file(size_t index);
