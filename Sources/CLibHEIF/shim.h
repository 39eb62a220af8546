#pragma once
#include <libheif/heif.h>

/// A picture of one plane: the name of an enumeration's case, or a macro for another one in newer versions.
static const enum heif_chroma CLIBHEIF_CHROMA_GRAY = heif_chroma_monochrome;
