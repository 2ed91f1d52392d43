// expat for Swift: all that is needed imports as it is.

#include <expat.h>
