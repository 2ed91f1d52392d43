// expat for Swift.

#include <expat.h>
#include <stdint.h>

/// The line, from 1, that the parser has come to. Expat 2.9 has a new name for the call, and deprecates the old one.
static inline uint64_t cexpat_line(XML_Parser parser) {
#if XML_MAJOR_VERSION > 2 || XML_MINOR_VERSION >= 9
    return XML_GetCurrentLineNumber64(parser);
#else
    return XML_GetCurrentLineNumber(parser);
#endif
}
