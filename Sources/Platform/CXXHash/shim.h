// xxHash for Swift. The state of a checksum has its size in the header only when the library is asked for what it calls
// experimental: that is the same since version 0.6, and lets the state be a value without an allocation.

#define XXH_STATIC_LINKING_ONLY
#include <xxhash.h>
