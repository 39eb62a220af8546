#pragma once
#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include <freetype/freetype.h>
#include <hb-ot.h>
#include <hb.h>
