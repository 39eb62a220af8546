#ifndef MEMORY_FILE_H
#define MEMORY_FILE_H

#include <stddef.h>
#include <stdint.h>
#include <tiffio.h>

/// A TIFF file in memory, whose first error is kept, and its last warning.
typedef struct {
  const uint8_t *bytes;
  size_t count, place;
  TIFF *tiff;
  char message[200], warning[200];
} MemoryFile;

/// Opens the first directory; `tiff` stays NULL where there is none. Neither the bytes nor the structure may move.
void memory_file_open(MemoryFile *file, const void *bytes, size_t count);

void memory_file_close(MemoryFile *file);

#endif
