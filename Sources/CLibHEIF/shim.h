#pragma once
#include <libheif/heif.h>

/// A picture of one plane: the name of an enumeration's case, or a macro for another one in newer versions.
static const enum heif_chroma CLIBHEIF_CHROMA_GRAY = heif_chroma_monochrome;

/// Asks for a picture by the matrix and range that the file says, which libheif 1.21 and later convert to others unless asked.
static inline void clibheif_keep_codes(struct heif_decoding_options *options, struct heif_color_profile_nclx *codes) {
#if LIBHEIF_HAVE_VERSION(1, 21, 0)
  options->output_image_nclx_profile = codes;
#else
  (void)options, (void)codes;
#endif
}
