#pragma once
#include <libxml/tree.h>
#include <libxml/xmlreader.h>
