#include "CXML.h"

#include <libxml/parser.h>
#include <libxml/tree.h>
#include <stdio.h>
#include <string.h>

static const char *address(const xmlNs *space) { return space ? (const char *)space->href : NULL; }

// As deep as the parser allows, which is 256 elements.
static void walk(xmlNodePtr node, const XMLHandler *handler, void *context) {
  handler->start(context, (const char *)node->name, address(node->ns), xmlGetLineNo(node));
  for (xmlAttrPtr attribute = node->properties; attribute; attribute = attribute->next) {
    xmlChar *value = xmlNodeListGetString(node->doc, attribute->children, 1);
    handler->attribute(
        context, (const char *)attribute->name, address(attribute->ns), value ? (const char *)value : "");
    xmlFree(value);
  }
  for (xmlNodePtr child = node->children; child; child = child->next) {
    if (child->type == XML_ELEMENT_NODE) {
      walk(child, handler, context);
    } else if (child->type == XML_TEXT_NODE || child->type == XML_ENTITY_REF_NODE) {
      xmlChar *text = xmlNodeGetContent(child);
      if (text) handler->text(context, (const char *)text);
      xmlFree(text);
    }
  }
  handler->end(context);
}

int xml_read(const void *bytes, int count, XMLHandler handler, void *context, XMLFailure *failure) {
  memset(failure, 0, sizeof *failure);
  xmlInitParser();
  xmlParserCtxtPtr parser = xmlNewParserCtxt();
  if (!parser) return -1;
  // Entities of the file itself are replaced where they are read; others are never loaded.
  int options = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_NOCDATA | XML_PARSE_BIG_LINES;
  xmlDocPtr document = xmlCtxtReadMemory(parser, bytes, count, NULL, NULL, options);
  xmlNodePtr root = document ? xmlDocGetRootElement(document) : NULL;
  if (root) {
    walk(root, &handler, context);
  } else {
    const xmlError *error = xmlCtxtGetLastError(parser);
    failure->line = error ? error->line : 0;
    failure->column = error ? error->int2 : 0;
    snprintf(failure->message, sizeof failure->message, "%s", error && error->message ? error->message : "no XML");
  }
  if (document) xmlFreeDoc(document);
  xmlFreeParserCtxt(parser);
  return root ? 0 : -1;
}
