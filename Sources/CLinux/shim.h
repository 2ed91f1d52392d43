// Linux for Swift: calls that Swift cannot import, because their C declaration takes any number of arguments.

#ifndef PLACEMARKD_CLINUX_SHIM_H
#define PLACEMARKD_CLINUX_SHIM_H

#include <sys/prctl.h>

/// prctl(PR_SET_DUMPABLE, 0): no core file of this process, wherever cores go, and no debugger but root's. Returns 0, or
/// -1 with errno.
static inline int clinux_forbid_dumps(void) {
    return prctl(PR_SET_DUMPABLE, 0L, 0L, 0L, 0L);
}

#endif
