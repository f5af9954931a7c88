#ifndef CAROB_VIRTUAL_TIME_H
#define CAROB_VIRTUAL_TIME_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The virtual clock's interface for the SDK. In real mode the library is not loaded at all, so callers look these
// functions up with dlsym (or declare them weak) and treat an absent symbol as "real time".

/// Whether this process runs in virtual time: 1 if so, 0 if every call is passed to the system.
int carob_vt_active(void);

/// Virtual nanoseconds since the device started, including CAROB_TIME_START. In real time: nanoseconds since the process started.
/// Unlike `clock_gettime` it neither ticks nor counts as polling, so it can be called any number of times.
int64_t carob_vt_now(void);

/// Nanoseconds of the machine's monotonic clock in both modes, for measurements.
int64_t carob_vt_real_now(void);

/// Adds `delta` to the number of units of external work. While it is positive the clock does not jump. Can be called on any
/// thread.
void carob_vt_hold(int delta);

/// Tells whether the main thread is working (on the launch, an input, a timer) or idle in its run loop. The device considers the app
/// busy while it is working, whatever it waits for. Main thread only; initially 0.
void carob_vt_set_busy(int busy);

/// Nanoseconds of the monotonic clock for the SDK's own use: a read ticks as the program's do and never counts as polling.
int64_t carob_vt_read_monotonic(void);

/// Declares that only this process signals an eventfd, and only through `write` and `eventfd_write` (not through a duplicate of the
/// descriptor): then polling it needs no system call. Closing it ends that.
void carob_vt_own_eventfd(int descriptor);

/// Checks that the library controls this process's clocks, waits and threads. Returns 0, or the `carob_vt_fault` that it found.
int carob_vt_self_check(void);

enum carob_vt_fault {
  CAROB_VT_SOUND = 0,
  /// Virtual time was asked for (CAROB_TIME_FD or CAROB_VIRTUAL) and did not start.
  CAROB_VT_NOT_STARTED = 1,
  /// `clock_gettime`, as the program's own symbol look-up finds it, is not this library's.
  CAROB_VT_FOREIGN_CLOCK = 2,
  /// A waiting or thread function, as the program's own symbol look-up finds it, is not this library's.
  CAROB_VT_FOREIGN_WAITS = 3,
  /// The calling thread was not created through this library, so the scheduler does not control it.
  CAROB_VT_FOREIGN_THREAD = 4,
};

/// How the journal's causes are passed to new threads. (For work that is submitted to Dispatch see CDispatchHooks.)
typedef struct {
  /// Returns the calling thread's cause, 0 for none; called when a thread is created, except by Dispatch.
  uint64_t (*capture)(void);
  /// Called on the new thread before its function, with the result of `capture`, if that was not 0.
  void (*enter)(uint64_t cause);
} carob_vt_cause_hooks;

/// Installs the hooks, or removes them (NULL). Set them once, before the app's code runs.
void carob_vt_set_cause_hooks(const carob_vt_cause_hooks *hooks);

/// Counters since the start, for benchmarks and for tests of the scheduler itself.
typedef struct {
  uint64_t switches;
  uint64_t jumps;
  uint64_t grants;
  uint64_t clock_reads;
} carob_vt_counters;

carob_vt_counters carob_vt_statistics(void);

#ifdef __cplusplus
}
#endif

#endif
