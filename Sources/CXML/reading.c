#include "CXML.h"

#include <libxml/tree.h>
#include <libxml/xmlreader.h>
#include <stdio.h>
#include <string.h>

static const char *text_or_empty(const xmlChar *text) { return text ? (const char *)text : ""; }

// Calls the handler for the node that the reader has come to.
static void visit(xmlTextReaderPtr reader, const XMLHandler *handler, void *context) {
  switch (xmlTextReaderNodeType(reader)) {
  case XML_READER_TYPE_ELEMENT: {
    int is_empty = xmlTextReaderIsEmptyElement(reader);
    const char *name = (const char *)xmlTextReaderConstLocalName(reader);
    const char *space = (const char *)xmlTextReaderConstNamespaceUri(reader);
    const char *colon = space ? NULL : strchr(name, ':');
    handler->start(
        context, colon ? colon + 1 : name, space,
        xmlGetLineNo(xmlTextReaderCurrentNode(reader)));
    while (xmlTextReaderMoveToNextAttribute(reader) == 1) {
      if (xmlTextReaderIsNamespaceDecl(reader) == 1) continue;
      const char *key = (const char *)xmlTextReaderConstLocalName(reader);
      const char *owner = (const char *)xmlTextReaderConstNamespaceUri(reader);
      const char *end = owner ? NULL : strchr(key, ':');
      // Files that were cut out of others lack the declaration of XLink's prefix; of other prefixes nothing is known.
      if (end) owner = strncmp(key, "xlink:", 6) == 0 ? "http://www.w3.org/1999/xlink" : "";
      handler->attribute(context, end ? end + 1 : key, owner, text_or_empty(xmlTextReaderConstValue(reader)));
    }
    if (is_empty) handler->end(context);
    break;
  }
  case XML_READER_TYPE_TEXT:
  case XML_READER_TYPE_CDATA:
  case XML_READER_TYPE_WHITESPACE:
  case XML_READER_TYPE_SIGNIFICANT_WHITESPACE:
    handler->text(context, text_or_empty(xmlTextReaderConstValue(reader)));
    break;
  case XML_READER_TYPE_ENTITY_REFERENCE: {
    xmlChar *text = xmlNodeGetContent(xmlTextReaderCurrentNode(reader));
    handler->text(context, text_or_empty(text));
    xmlFree(text);
    break;
  }
  case XML_READER_TYPE_END_ELEMENT: handler->end(context); break;
  }
}

// The first error is the cause.
static void keep_error(void *context, const xmlError *error) {
  XMLFailure *failure = context;
  // A prefix that is not declared is read as none.
  if (failure->message[0] || error->level < XML_ERR_ERROR || error->domain == XML_FROM_NAMESPACE) return;
  failure->line = error->line;
  failure->column = error->int2;
  const char *message = error->message ? error->message : "no XML";
  if (strncmp(message, "xmlParseEntityRef:", 18) == 0 || error->code == XML_ERR_ENTITYREF_SEMICOL_MISSING)
    message = "'&' begins no entity; write '&amp;'";
  // Names of libxml2's functions say nothing to who reads it.
  if (strncmp(message, "xml", 3) == 0) {
    const char *rest = strstr(message, ": ");
    if (rest && !memchr(message, ' ', rest - message)) message = rest + 2;
  }
  snprintf(failure->message, sizeof failure->message, "%s", message);
}

int xml_read(const void *bytes, int count, XMLHandler handler, void *context, XMLFailure *failure) {
  memset(failure, 0, sizeof *failure);
  xmlInitParser();
  // Entities of the file itself are replaced where they are read; others are never loaded.
  int options = XML_PARSE_NONET | XML_PARSE_NOCDATA | XML_PARSE_BIG_LINES;
  xmlTextReaderPtr reader = count > 0 ? xmlReaderForMemory(bytes, count, NULL, NULL, options) : NULL;
  int status = -1;
  if (reader) {
    xmlTextReaderSetStructuredErrorHandler(reader, (xmlStructuredErrorFunc)keep_error, failure);
    while ((status = xmlTextReaderRead(reader)) == 1) visit(reader, &handler, context);
    xmlFreeTextReader(reader);
  }
  if (status != 0 && !failure->message[0]) snprintf(failure->message, sizeof failure->message, "no XML");
  return status == 0 && !failure->message[0] ? 0 : -1;
}
