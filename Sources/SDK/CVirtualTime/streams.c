// stdio: a stream's lock is inside glibc, where a wait for it would block the whole process. A thread may hold one and wait for
// something else (Swift's `print` locks standard output and then calls code of the values; a stream with callbacks calls them under
// its lock). So every use of a stream first takes the lock with a wait that hands the baton over.

#include "internal.h"

#include <stdarg.h>

/// How many threads wait for streams: spares unlocking the look-up.
static int stream_waiters;

static void lock(vt_thread *me, FILE *stream) {
  while (vt_real.ftrylockfile(stream) != 0) {
    stream_waiters++;
    vt_wait(me, VT_WAIT_STREAM, stream, VT_NEVER);
    stream_waiters--;
  }
}

static void unlock(vt_thread *me, FILE *stream) {
  vt_real.funlockfile(stream);
  if (VT_LIKELY(stream_waiters == 0)) return;
  vt_holder = NULL;
  vt_wake(VT_WAIT_STREAM, stream, 1);
  vt_holder = me;
}

VT_INTERPOSE void flockfile(FILE *stream) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) {
    vt_real.flockfile(stream);
  } else {
    lock(me, stream);
  }
}

VT_INTERPOSE void funlockfile(FILE *stream) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) {
    vt_real.funlockfile(stream);
  } else {
    unlock(me, stream);
  }
}

/// Runs libc's own `call` under the stream's lock.
#define VT_LOCKED(type, stream, call) \
  vt_thread *me = vt_calling_thread(); \
  if (me == NULL) return call; \
  lock(me, stream); \
  type result = call; \
  unlock(me, stream); \
  return result

VT_INTERPOSE size_t fwrite(const void *restrict data, size_t size, size_t count, FILE *restrict stream) {
  VT_LOCKED(size_t, stream, vt_real.fwrite(data, size, count, stream));
}

VT_INTERPOSE int fputs(const char *restrict text, FILE *restrict stream) {
  VT_LOCKED(int, stream, vt_real.fputs(text, stream));
}

VT_INTERPOSE int fputc(int character, FILE *stream) { VT_LOCKED(int, stream, vt_real.fputc(character, stream)); }

VT_INTERPOSE int putc(int character, FILE *stream) { VT_LOCKED(int, stream, vt_real.putc(character, stream)); }

VT_INTERPOSE int puts(const char *text) { VT_LOCKED(int, stdout, vt_real.puts(text)); }

VT_INTERPOSE int vfprintf(FILE *restrict stream, const char *restrict format, va_list arguments) {
  VT_LOCKED(int, stream, vt_real.vfprintf(stream, format, arguments));
}

VT_INTERPOSE int vprintf(const char *restrict format, va_list arguments) {
  return vfprintf(stdout, format, arguments);
}

VT_INTERPOSE int fprintf(FILE *restrict stream, const char *restrict format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int result = vfprintf(stream, format, arguments);
  va_end(arguments);
  return result;
}

VT_INTERPOSE int printf(const char *restrict format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int result = vfprintf(stdout, format, arguments);
  va_end(arguments);
  return result;
}

VT_INTERPOSE int fflush(FILE *stream) {
  if (stream == NULL) {
    (void)vt_calling_thread();
    return vt_real.fflush(NULL);
  }
  VT_LOCKED(int, stream, vt_real.fflush(stream));
}

VT_INTERPOSE size_t fread(void *restrict data, size_t size, size_t count, FILE *restrict stream) {
  VT_LOCKED(size_t, stream, vt_real.fread(data, size, count, stream));
}

VT_INTERPOSE char *fgets(char *restrict text, int size, FILE *restrict stream) {
  VT_LOCKED(char *, stream, vt_real.fgets(text, size, stream));
}

VT_INTERPOSE ssize_t getline(char **restrict line, size_t *restrict size, FILE *restrict stream) {
  VT_LOCKED(ssize_t, stream, vt_real.getline(line, size, stream));
}
