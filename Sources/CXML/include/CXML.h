#pragma once
#include <stdint.h>

/// The functions that are called for a document's parts, in their order, with `context`. Names are without prefixes;
/// strings are valid during the call alone.
typedef struct {
  /// An element begins. `space` is the address of its namespace, or null.
  void (*start)(void *context, const char *name, const char *space, int64_t line);
  /// An attribute of the element that has begun last; `space` is the address of its namespace, or null.
  void (*attribute)(void *context, const char *name, const char *space, const char *value);
  void (*text)(void *context, const char *text);
  /// The element that has begun last and not ended ends.
  void (*end)(void *context);
} XMLHandler;

/// The place and the reason of an error in an XML text.
typedef struct {
  int line, column;
  char message[256];
} XMLFailure;

/// Reads a document from its begin to its end, in memory that does not grow with it. Nothing outside of it is read.
/// Returns 0 where it is well formed; else `failure` says why, and the handler may have been called for the parts
/// before.
int xml_read(const void *bytes, int count, XMLHandler handler, void *context, XMLFailure *failure);
