#ifndef DEINTERLACING_H
#define DEINTERLACING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A plane of three successive frames, each of which holds the rows of two fields; all have rows of the same size.
typedef struct {
  const uint8_t *previous, *current, *next;
  /// The bytes from a row to the next.
  ptrdiff_t stride;
  int width, height;
  /// The greatest value; above 255 samples have two bytes.
  int greatest;
} InterlacedPlane;

/// Makes a whole plane of one field of `current`, whose rows stay: those between them are estimated from rows above and below and
/// from the fields before and after.
///
/// The filter is bwdif: the spatial and temporal kernels of the BBC's w3fdif, limited by what
/// changes around a sample as in yadif. Equal to libavfilter's bit by bit in 8 bits; in more it mirrors other rows at the edges.
///
/// - is_bottom: The field has rows 1, 3, 5 and so on.
/// - is_second: The field is the later one of `current`.
void deinterlace_plane(
    const InterlacedPlane *plane, bool is_bottom, bool is_second, uint8_t *into, ptrdiff_t into_stride);

#endif
