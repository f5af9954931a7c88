// Opening files: files that describe the machine are replaced. libdispatch reads the state of its worker threads from /proc to size
// its pool; the kernel's state depends on its scheduling, so the scheduler's state is given instead.

#include "internal.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static bool is_entropy_path(const char *path) {
  return strcmp(path, "/dev/urandom") == 0 || strcmp(path, "/dev/random") == 0;
}

/// The thread whose state file `path` is; 0 if it is none.
static int thread_of(const char *path) {
  int thread = 0, end = 0;
  if (sscanf(path, "/proc/%d/stat%n", &thread, &end) == 1 && end > 0 && path[end] == '\0') return thread;
  end = 0;
  if (sscanf(path, "/proc/self/task/%d/stat%n", &thread, &end) == 1 && end > 0 && path[end] == '\0') return thread;
  int process = 0;
  end = 0;
  if (sscanf(path, "/proc/%d/task/%d/stat%n", &process, &thread, &end) == 2 && end > 0 && path[end] == '\0') return thread;
  return 0;
}

static int open_thread_state(int thread, int flags) {
  char text[256];
  int length = snprintf(
    text, sizeof text, "%d (thread) %c 0 0 0 0 0 0 0 0 0 0 0 0 0 0 20 0 1 0 0 0 0\n", thread,
    vt_thread_is_runnable(thread) ? 'R' : 'S');
  int descriptor = (int)vt_raw(SYS_memfd_create, "stat", (flags & O_CLOEXEC) != 0 ? MFD_CLOEXEC : 0);
  if (descriptor < 0) return descriptor;
  vt_raw(SYS_write, descriptor, text, length);
  vt_raw(SYS_lseek, descriptor, 0, SEEK_SET);
  return descriptor;
}

/// Foundation's activeProcessorCount reads the control groups before it calls sysconf. Without them it gets the same number as all
/// others.
static bool is_hidden(const char *path) {
  return strncmp(path, "/sys/fs/cgroup/cpu", 18) == 0 || strncmp(path, "/sys/devices/system/cpu", 23) == 0;
}

int vt_open_special(const char *path, int flags) {
  if (path[0] != '/' || (path[1] != 'p' && path[1] != 'd' && path[1] != 's')) return -1;
  if (is_hidden(path)) return -ENOENT;
  if (is_entropy_path(path)) {
    // The file is really opened, to get a descriptor, but it is not read.
    int descriptor = (int)vt_raw(SYS_openat, AT_FDCWD, path, flags, 0);
    vt_entropy_opened(descriptor);
    return descriptor;
  }
  int thread = strncmp(path, "/proc/", 6) == 0 ? thread_of(path) : 0;
  return thread > 0 ? open_thread_state(thread, flags) : -1;
}

// The SDK's function that replaces the path of a file that is being opened (CPreferenceHooks); NULL without the SDK.
extern __attribute__((weak, visibility("default"))) const char *carob_path_for_opening(const char *path, int flags);
extern __attribute__((weak, visibility("default"))) void carob_correct_refusal(void);

int vt_opened(int descriptor) {
  if (descriptor < 0 && carob_correct_refusal != NULL) carob_correct_refusal();
  return descriptor;
}

VT_INTERPOSE int openat(int folder, const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = va_arg(arguments, mode_t);
  va_end(arguments);
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.openat(folder, path, flags, mode);
  int special = vt_open_special(path, flags);
  if (special != -1) return (int)vt_result(special);
  return vt_opened((int)vt_result(vt_raw(SYS_openat, folder, path, flags, mode)));
}

VT_INTERPOSE int open(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = va_arg(arguments, mode_t);
  va_end(arguments);
  if (vt_calling_thread() == NULL) return vt_real.open(path, flags, mode);
  if (carob_path_for_opening != NULL) path = carob_path_for_opening(path, flags);
  return openat(AT_FDCWD, path, flags, mode);
}

VT_INTERPOSE int open64(const char *, int, ...) __attribute__((alias("open")));
VT_INTERPOSE int openat64(int, const char *, int, ...) __attribute__((alias("openat")));
VT_INTERPOSE int __open_2(const char *path, int flags) { return open(path, flags, 0); }
VT_INTERPOSE int __open64_2(const char *path, int flags) { return open(path, flags, 0); }

static ssize_t read_entropy(void *cookie, char *buffer, size_t length) {
  (void)cookie;
  vt_entropy_fill(buffer, length);
  return (ssize_t)length;
}

VT_INTERPOSE FILE *fopen(const char *restrict path, const char *restrict mode) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.fopen(path, mode);
  if (VT_UNLIKELY(is_entropy_path(path))) {
    return fopencookie(NULL, mode, (cookie_io_functions_t){.read = read_entropy});
  }
  int special = vt_open_special(path, strchr(mode, 'e') != NULL ? O_CLOEXEC : 0);
  if (special == -1) return vt_real.fopen(path, mode);
  return vt_result(special) < 0 ? NULL : fdopen(special, mode);
}

VT_INTERPOSE FILE *fopen64(const char *restrict, const char *restrict) __attribute__((alias("fopen")));
