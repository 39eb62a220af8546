#ifndef HEIGHTS_H
#define HEIGHTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A GeoTIFF file that is being read.
typedef struct HeightFile HeightFile;

/// The properties that a GeoTIFF file gives for itself.
typedef struct {
  uint32_t width, height;
  /// The size of a cell, and which place, by column and row, has which coordinates; only where `is_placed`.
  double cell_width, cell_height, column, row, x, y;
  bool is_placed;
  /// True if coordinates are those of cells' centers, not of their corners.
  bool is_point;
  /// The number of the projection's definition; 0 for degrees.
  int32_t projection;
  bool has_void;
  /// The value that marks unknown heights.
  double void_value;
  /// A height is its number times the scale plus the offset, in the unit.
  double scale, offset;
  /// The unit's number in EPSG's register; 0 where the file says none.
  int32_t unit;
} HeightFileInfo;

/// Opens a file in memory, which must outlive it; NULL with a message where it is none or has no single number a cell.
HeightFile *height_file_open(
    const void *bytes, size_t count, HeightFileInfo *info, char *message, size_t message_size);

/// Reads all cells, row by row from the top; false with a message where they cannot be read.
bool height_file_read(HeightFile *file, float *values, char *message, size_t message_size);

void height_file_close(HeightFile *file);

#endif
