#pragma once
#include <lcms2.h>

/// Layouts of pixels, by macros that Swift cannot import. Gray is the first of four components, of which the rest stay.
static const cmsUInt32Number CLCMS_RGBA_8 = TYPE_RGBA_8;
static const cmsUInt32Number CLCMS_RGBA_16 = TYPE_RGBA_16;
static const cmsUInt32Number CLCMS_GRAY_16 =
    COLORSPACE_SH(PT_GRAY) | CHANNELS_SH(1) | EXTRA_SH(3) | BYTES_SH(2);
static const cmsUInt32Number CLCMS_CMYK_8 = TYPE_CMYK_8;
static const cmsUInt32Number CLCMS_CMYK_16 = TYPE_CMYK_16;
