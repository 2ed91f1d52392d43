// Linux for Swift: calls that Swift cannot import, because their C declaration takes any number of arguments or Glibc
// hides it from Swift.

#ifndef PLACEMARKD_CLINUX_SHIM_H
#define PLACEMARKD_CLINUX_SHIM_H

#include <errno.h>
#include <sys/eventfd.h>
#include <sys/fsuid.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/xattr.h>
#include <unistd.h>

/// prctl(PR_SET_DUMPABLE, 0): no core file of this process, wherever cores go, and no debugger but root's. Returns 0, or
/// -1 with errno.
static inline int clinux_forbid_dumps(void) {
    return prctl(PR_SET_DUMPABLE, 0L, 0L, 0L, 0L);
}

/// A descriptor that wakes a thread out of poll(), or -1. Swift's Glibc does not have sys/eventfd.h.
static inline int clinux_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

/// pipe2(2), which Glibc hides from Swift. Returns 0, or -1 with errno. (The flags are an argument because <fcntl.h> here would
/// take `struct stat` away from Swift's Glibc.)
static inline int clinux_pipe(int ends[2], int flags) { return (int)syscall(SYS_pipe2, ends, flags); }

/// Names the calling thread for top, ps and gdb, by its first 15 bytes.
static inline void clinux_name_thread(const unsigned char *name) { (void)prctl(PR_SET_NAME, name, 0L, 0L, 0L); }

/// Lets the calling thread, and no other, use files as this user and these groups may; the kernel takes root's rights to
/// files away with it, and gives them back for user 0 (setfsuid(2)). glibc's setgroups() would change all threads. Returns
/// 0, or -1.
static inline int clinux_use_files_as(uid_t user, gid_t group, const gid_t *groups, size_t count) {
#ifdef SYS_setgroups32
    long result = syscall(SYS_setgroups32, count, groups);
#else
    long result = syscall(SYS_setgroups, count, groups);
#endif
    if (result != 0) { return -1; }
    setfsgid(group);
    setfsuid(user);
    return (uid_t)setfsuid((uid_t)-1) == user && (gid_t)setfsgid((gid_t)-1) == group ? 0 : -1;
}

#endif
