#ifndef CAROB_VT_RAW_H
#define CAROB_VT_RAW_H

// System calls without libc. The scheduler must not come back into the functions that it interposes, must not touch
// errno, and must not pass a cancellation point.

#include <errno.h>
#include <stdbool.h>
#include <sys/syscall.h>

#if defined(__x86_64__)

static inline long vt_raw_call(long number, long a, long b, long c, long d, long e, long f) {
  long result;
  register long fourth __asm__("r10") = d;
  register long fifth __asm__("r8") = e;
  register long sixth __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(fourth), "r"(fifth), "r"(sixth)
                   : "rcx", "r11", "memory");
  return result;
}

#elif defined(__aarch64__)

static inline long vt_raw_call(long number, long a, long b, long c, long d, long e, long f) {
  register long call __asm__("x8") = number;
  register long first __asm__("x0") = a;
  register long second __asm__("x1") = b;
  register long third __asm__("x2") = c;
  register long fourth __asm__("x3") = d;
  register long fifth __asm__("x4") = e;
  register long sixth __asm__("x5") = f;
  __asm__ volatile("svc #0"
                   : "+r"(first)
                   : "r"(call), "r"(second), "r"(third), "r"(fourth), "r"(fifth), "r"(sixth)
                   : "memory", "cc");
  return first;
}

#else
#error "virtual time knows the system calls of x86-64 and arm64 only"
#endif

#define VT_ARGUMENTS(number, a, b, c, d, e, f, ...) \
  vt_raw_call((long)(number), (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))

/// A system call by number with up to six arguments; a negative result is an error number.
#define vt_raw(...) VT_ARGUMENTS(__VA_ARGS__, 0, 0, 0, 0, 0, 0, 0)

/// The app is confined to its container (Decisions/0067): what it may not change is refused as on the platform, EPERM, and not by the
/// read-only mounts' EROFS.
extern bool vt_is_confined;

/// Turns a raw result into libc's convention: -1 and errno.
static inline long vt_result(long raw) {
  if (raw < 0 && raw > -4096) {
    errno = raw == -EROFS && vt_is_confined ? EPERM : (int)-raw;
    return -1;
  }
  return raw;
}

#endif
