// In a confined app (Decisions/0067) all file systems except the container are mounted read-only, so the kernel returns EROFS, which
// Foundation reports as 642. On the platform the volume is writable, but the app has no permission: EPERM, reported as 513. So EROFS is
// replaced by EPERM.

#define _GNU_SOURCE
#include "refused-changes.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/xattr.h>
#include <unistd.h>

static bool is_confined;

__attribute__((constructor)) static void look(void) { is_confined = getenv("CAROB_CONFINED") != NULL; }

void carob_correct_refusal(void) {
  if (is_confined && errno == EROFS) errno = EPERM;
}

// NB: atomic, because several threads may look the function up at once.
#define CALL(result, failure, name, parameters, arguments)             \
  result name parameters {                                             \
    typedef result(*call) parameters;                                  \
    static _Atomic(call) found;                                        \
    call next = atomic_load_explicit(&found, memory_order_relaxed);    \
    if (next == NULL) {                                                \
      next = (call)dlsym(RTLD_NEXT, #name);                            \
      atomic_store_explicit(&found, next, memory_order_relaxed);       \
    }                                                                  \
    result answer = next arguments;                                    \
    if (answer == failure) carob_correct_refusal();                    \
    return answer;                                                     \
  }

CALL(int, -1, mkdir, (const char *path, mode_t mode), (path, mode))
CALL(int, -1, mkdirat, (int folder, const char *path, mode_t mode), (folder, path, mode))
CALL(int, -1, rmdir, (const char *path), (path))
CALL(int, -1, unlink, (const char *path), (path))
CALL(int, -1, unlinkat, (int folder, const char *path, int flags), (folder, path, flags))
CALL(int, -1, remove, (const char *path), (path))
CALL(int, -1, rename, (const char *from, const char *to), (from, to))
CALL(int, -1, renameat, (int a, const char *from, int b, const char *to), (a, from, b, to))
CALL(int, -1, renameat2, (int a, const char *from, int b, const char *to, unsigned flags), (a, from, b, to, flags))
CALL(int, -1, link, (const char *from, const char *to), (from, to))
CALL(int, -1, linkat, (int a, const char *from, int b, const char *to, int flags), (a, from, b, to, flags))
CALL(int, -1, symlink, (const char *target, const char *path), (target, path))
CALL(int, -1, symlinkat, (const char *target, int folder, const char *path), (target, folder, path))
CALL(int, -1, creat, (const char *path, mode_t mode), (path, mode))
CALL(int, -1, creat64, (const char *path, mode_t mode), (path, mode))
CALL(int, -1, mkstemp, (char *path), (path))
CALL(int, -1, mkstemp64, (char *path), (path))
CALL(int, -1, mkostemp, (char *path, int flags), (path, flags))
CALL(int, -1, mkostemp64, (char *path, int flags), (path, flags))
CALL(int, -1, mkostemps, (char *path, int length, int flags), (path, length, flags))
CALL(int, -1, mkostemps64, (char *path, int length, int flags), (path, length, flags))
CALL(char *, NULL, mkdtemp, (char *path), (path))
CALL(FILE *, NULL, fopen, (const char *path, const char *mode), (path, mode))
CALL(FILE *, NULL, fopen64, (const char *path, const char *mode), (path, mode))
CALL(int, -1, truncate, (const char *path, off_t length), (path, length))
CALL(int, -1, truncate64, (const char *path, off64_t length), (path, length))
CALL(int, -1, chmod, (const char *path, mode_t mode), (path, mode))
CALL(int, -1, fchmod, (int file, mode_t mode), (file, mode))
CALL(int, -1, fchmodat, (int folder, const char *path, mode_t mode, int flags), (folder, path, mode, flags))
CALL(int, -1, chown, (const char *path, uid_t user, gid_t group), (path, user, group))
CALL(int, -1, lchown, (const char *path, uid_t user, gid_t group), (path, user, group))
CALL(int, -1, fchown, (int file, uid_t user, gid_t group), (file, user, group))
CALL(int, -1, fchownat, (int folder, const char *path, uid_t user, gid_t group, int flags), (folder, path, user, group, flags))
CALL(int, -1, utimensat, (int folder, const char *path, const struct timespec times[2], int flags), (folder, path, times, flags))
CALL(int, -1, futimens, (int file, const struct timespec times[2]), (file, times))
CALL(int, -1, setxattr, (const char *path, const char *name, const void *value, size_t size, int flags), (path, name, value, size, flags))
CALL(int, -1, lsetxattr, (const char *path, const char *name, const void *value, size_t size, int flags), (path, name, value, size, flags))
CALL(int, -1, fsetxattr, (int file, const char *name, const void *value, size_t size, int flags), (file, name, value, size, flags))
