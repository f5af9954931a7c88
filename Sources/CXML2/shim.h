#include <libxml/xmlversion.h>
// NB: with it the headers include the system's ICU, whose types the Swift compiler finds again in Foundation's. It adds members at the end
// of the encoding handlers alone, which nobody here reads.
#undef LIBXML_ICU_ENABLED
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
