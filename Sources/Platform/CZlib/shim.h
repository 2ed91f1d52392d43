// zlib for Swift: CRC-32, packing and unpacking. Only what is a macro needs a function here.

#include <zlib.h>

/// Prepares a stream that unpacks gzip: 16 asks for gzip's header and checksum, 15 for its largest window.
static inline int placemark_gunzip_init(z_stream *stream) { return inflateInit2(stream, 16 + 15); }

/// Prepares a stream that packs with gzip's header and checksum.
static inline int placemark_gzip_init(z_stream *stream) {
    return deflateInit2(stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 16 + 15, 8, Z_DEFAULT_STRATEGY);
}
