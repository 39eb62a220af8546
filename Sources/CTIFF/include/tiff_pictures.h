#ifndef TIFF_PICTURES_H
#define TIFF_PICTURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A TIFF file whose first picture is being read.
typedef struct TIFFPicture TIFFPicture;

/// The properties that a TIFF file says of its first picture.
typedef struct {
  uint32_t width, height;
  /// As EXIF numbers it, from 1 to 8.
  uint16_t orientation;
  /// 1 for gray, 3 for red, green and blue, 4 for cyan, magenta, yellow and black, of which the greatest value is full ink.
  uint16_t components;
  /// The bytes of each component in what is read: 1 or 2.
  uint16_t component_size;
  bool has_alpha;
  /// The bytes of its color profile, in the file; NULL without one.
  const uint8_t *profile;
  size_t profile_size;
} TIFFPictureInfo;

/// Opens a file in memory, which must outlive it; NULL with a message where it is none or of a kind that is not read.
TIFFPicture *tiff_picture_open(
    const void *bytes, size_t count, TIFFPictureInfo *info, char *message, size_t message_size);

/// Reads rows of four components, in native order: red, green, blue, which are equal for gray, and straight alpha; or four inks.
/// A row begins each `stride` bytes. False with a message where they cannot be read.
bool tiff_picture_read(TIFFPicture *picture, void *pixels, size_t stride, char *message, size_t message_size);

void tiff_picture_close(TIFFPicture *picture);

#endif
