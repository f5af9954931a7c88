#ifndef CAROB_VIRTUAL_TIME_H
#define CAROB_VIRTUAL_TIME_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The virtual clock's interface for the SDK. In real mode the library is not loaded at all, so callers look these
// functions up with dlsym (or declare them weak) and treat an absent symbol as "real time".

/// Says whether this process runs in virtual time: 1 if so, 0 if every call passes through to the system.
int carob_vt_active(void);

/// Virtual nanoseconds since the device started, CAROB_TIME_START included. In real time: those since the process started.
/// Unlike `clock_gettime` it neither ticks nor counts as polling, so a trace may call it as often as it likes.
int64_t carob_vt_now(void);

/// Nanoseconds of the machine's monotonic clock, whatever the mode: for measuring real cost.
int64_t carob_vt_real_now(void);

/// Adds `delta` to the number of pieces of work under way outside this process; while it is positive the clock
/// does not jump. Callable from any thread.
void carob_vt_hold(int delta);

/// Says whether the main thread is in the midst of something (the launch, an input, a timer) or rests in its run loop. The
/// device takes an app that is in the midst of something for busy, whatever it waits for. Main thread only; 0 at the start.
void carob_vt_set_busy(int busy);

/// Nanoseconds of the monotonic clock for the SDK's own use: a read ticks as the program's do and never counts as polling.
int64_t carob_vt_read_monotonic(void);

/// Says that an eventfd is signalled by this process alone, and only through `write` and `eventfd_write` (not through a copy of
/// the descriptor): then it is asked for without a system call. Closing it ends that.
void carob_vt_own_eventfd(int descriptor);

/// Checks that this process's clocks, waits and threads really are ours. Returns 0, or a `carob_vt_fault` that says what is not.
int carob_vt_self_check(void);

enum carob_vt_fault {
  CAROB_VT_SOUND = 0,
  /// Virtual time was asked for (CAROB_TIME_FD or CAROB_VIRTUAL) and did not start.
  CAROB_VT_NOT_STARTED = 1,
  /// `clock_gettime`, as the program's own symbol look-up finds it, is not this library's.
  CAROB_VT_FOREIGN_CLOCK = 2,
  /// A waiting or thread function, as the program's own symbol look-up finds it, is not this library's.
  CAROB_VT_FOREIGN_WAITS = 3,
  /// The calling thread was made behind the library's back and does not take turns with the others.
  CAROB_VT_FOREIGN_THREAD = 4,
};

/// How the journal's causes follow new threads. (What goes through Dispatch is the SDK's own affair: CDispatchHooks.)
typedef struct {
  /// The cause in force on this thread, 0 for none; called when a thread is made, unless Dispatch makes it for itself.
  uint64_t (*capture)(void);
  /// Called on the new thread before its work begins, with what `capture` gave, if that was not 0.
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
