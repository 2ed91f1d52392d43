// zlib for Swift: CRC-32, and unpacking. Only what is a macro needs a function here.

#include <zlib.h>

/// Prepares a stream that unpacks gzip: 16 asks for gzip's header and checksum, 15 for its largest window.
static inline int placemark_gunzip_init(z_stream *stream) { return inflateInit2(stream, 16 + 15); }
