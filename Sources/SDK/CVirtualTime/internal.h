#ifndef CAROB_VT_INTERNAL_H
#define CAROB_VT_INTERNAL_H

// Shared by the files of this module. Documentation/VirtualTime.md explains it all; in short: one thread of the process runs at a
// time (it holds the baton), every call that could block hands the baton over, and when no thread can run the clock jumps to the
// earliest deadline. Everything here except the device gate is used only by the baton's holder, so nothing is locked.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
// glibc must not define inline what we are about to define.
#ifndef __NO_INLINE__
#define __NO_INLINE__ 1
#endif

#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "include/CVirtualTime.h"
#include "raw.h"
#include "real.h"

#define VT_NEVER INT64_MAX
#define VT_SECOND INT64_C(1000000000)
#define VT_MILLISECOND INT64_C(1000000)

#define VT_LIKELY(condition) __builtin_expect(!!(condition), 1)
#define VT_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#define VT_CONTAINER(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

// Only the functions that we interpose and the carob_vt_… interface are visible outside the library.
#pragma GCC visibility push(hidden)

// MARK: Deadlines (deadlines.c)

/// An entry in the queue of deadlines: a waiting thread's time-out or a timer descriptor's next expiry.
typedef struct vt_deadline {
  int64_t time;
  /// Equal deadlines fire in the order in which they were armed.
  uint64_t sequence;
  /// Position in the heap, -1 when not armed.
  int index;
  void (*fire)(struct vt_deadline *);
} vt_deadline;

void vt_deadline_prepare(vt_deadline *deadline, void (*fire)(vt_deadline *));
void vt_deadline_arm(vt_deadline *deadline, int64_t time);
void vt_deadline_disarm(vt_deadline *deadline);
/// The time of the earliest deadline, VT_NEVER when there is none.
int64_t vt_deadline_next(void);
/// Fires every deadline up to now, in order. Returns whether there was one.
bool vt_deadline_fire_due(void);
/// Counts the deadlines that have fired and the times that a thread was given the baton.
extern uint64_t vt_event_count;

// MARK: Threads and waits (scheduler.c)

typedef enum {
  VT_WAIT_NONE,
  VT_WAIT_LOCK,
  VT_WAIT_CONDITION,
  VT_WAIT_SEMAPHORE,
  VT_WAIT_FUTEX,
  VT_WAIT_BARRIER,
  VT_WAIT_ONCE,
  VT_WAIT_JOIN,
  VT_WAIT_STREAM,
  // The following are not woken by address.
  VT_WAIT_SLEEP,
  VT_WAIT_POLLING,
  VT_WAIT_SIGNAL,
  VT_WAIT_DESCRIPTORS,
} vt_wait_kind;

typedef enum {
  VT_WOKEN,
  VT_TIMED_OUT,
  /// A signal handler ran on the waiting thread; only in waits that signals interrupt.
  VT_INTERRUPTED,
  /// Cancellation was requested; `vt_wait` returns it only for VT_WAIT_CONDITION, and handles it for other kinds.
  VT_CANCELLED,
  /// A signal that the program sent is to be delivered; handled in `vt_wait`.
  VT_SIGNALLED,
} vt_outcome;

typedef enum { VT_READY, VT_RUNNING, VT_WAITING, VT_ENDED } vt_state;

typedef struct vt_thread {
  /// 0 is the main thread; the others count up in order of creation.
  int number;
  int kernel_id;
  pthread_t handle;
  vt_state state;
  bool detached;
  bool cancel_requested;
  /// The futex on which the thread waits for the baton; 1 when it was given.
  uint32_t baton;

  // While waiting
  vt_wait_kind kind;
  const void *address;
  uint32_t futex_bits;
  vt_outcome outcome;
  vt_deadline deadline;
  struct pollfd *descriptors;
  nfds_t descriptor_count;
  /// The thread has polled them itself just before it began to wait, and none was ready.
  bool descriptors_asked;
  /// Set by this thread itself, without the baton, when a signal handler has interrupted its wait.
  uint32_t interrupted;
  /// The number of signals that the library itself sent; they do not interrupt waits.
  uint32_t own_signals;

  /// The kernel's mask when the thread last gave the baton away: bit n-1 is signal n.
  uint64_t signal_mask;
  /// The mask may have changed since.
  bool signal_mask_is_stale;
  /// Signals that other threads of the program sent to this one. They are delivered when it has the baton.
  uint64_t queued_signals;

  // The polling rule
  int polls;
  int64_t polling_pause;

  /// The cause with which the thread was created; 0 for none.
  uint64_t cause;
  void *(*start)(void *);
  void *argument;
  int ending_rounds;

  struct vt_thread *next_ready;
  struct vt_thread *previous_waiting, *next_waiting;
  struct vt_thread *previous_thread, *next_thread;
  struct vt_thread *next_same_handle;
} vt_thread;

/// Nanoseconds of virtual time since the device started.
extern int64_t vt_now;
/// The baton's holder. NULL while the scheduler runs, and permanently after a fatal signal: then every interposed call is passed to
/// the system.
extern vt_thread *vt_holder;
extern _Thread_local vt_thread *vt_self __attribute__((tls_model("initial-exec")));
extern carob_vt_counters vt_counters;
/// Incremented whenever the program waits, yields or polls; checked by the watchdog.
extern volatile uint64_t vt_progress;

typedef enum { VT_UNDECIDED, VT_STARTING, VT_REAL, VT_VIRTUAL } vt_mode;
extern vt_mode vt_current_mode;
void vt_start(void);
vt_thread *vt_calling_thread_slow(void);

/// The calling thread if it runs in virtual time and may use the scheduler; NULL if the call is to be passed to the system.
/// Every interposed function calls it first (it also starts the library, because calls come before its constructor).
static inline vt_thread *vt_calling_thread(void) {
  vt_thread *me = vt_self;
  if (VT_LIKELY(me != NULL && me == vt_holder)) return me;
  return vt_calling_thread_slow();
}

/// Waits until another thread wakes `address`, or until `deadline`. Returns with the baton.
vt_outcome vt_wait(vt_thread *me, vt_wait_kind kind, const void *address, int64_t deadline);
/// As `vt_wait` for VT_WAIT_FUTEX, only for wakes whose bits meet `bits`.
vt_outcome vt_wait_futex(vt_thread *me, const void *address, uint32_t bits, int64_t deadline);
/// Waits until one of the descriptors may be ready, and stores the result of the poll in `revents` (all 0 if it was woken
/// otherwise). Another thread may have been faster, so the caller must try without blocking and wait again.
vt_outcome vt_wait_descriptors(
  vt_thread *me, struct pollfd *descriptors, nfds_t count, int64_t deadline);
/// Makes the first `count` of the threads that wait there ready, in order of waiting. Returns how many.
int vt_wake(vt_wait_kind kind, const void *address, int count);
int vt_wake_futex(const void *address, uint32_t bits, int count);
int vt_requeue_futex(const void *from, const void *to, int count);
bool vt_has_waiter(vt_wait_kind kind, const void *address);
/// Makes one waiting thread ready.
void vt_wake_thread(vt_thread *thread, vt_outcome outcome);
/// How many threads wait for a lock of any kind. If there are none, unlocking needs no look-up.
extern int vt_lock_waiters;

/// The polling rule: called by all functions that programs call in busy-waiting loops (clock reads, `sched_yield`, polls without
/// time-out, failed `trylock`s). Many such calls in a row become a wait.
void vt_count_poll(vt_thread *me);
void vt_yield(vt_thread *me);

/// The id of this process; in the child of a fork still the parent's.
extern int vt_process;
/// Threads of this process known to the scheduler, in order of creation.
extern vt_thread *vt_first_thread;
bool vt_thread_is_runnable(int kernel_id);
void vt_adopt_main_thread(void);
vt_thread *vt_make_thread(void);
void vt_discard_thread(vt_thread *thread);
void vt_make_ready(vt_thread *thread);
void vt_take_first_baton(vt_thread *me);
/// Called at the end of a thread: hands the baton over permanently.
void vt_end_thread(vt_thread *me);
/// Called without the baton (in a signal handler, on a thread that the scheduler does not know) when something has changed for which
/// threads may be waiting.
void vt_notice_external_change(void);
/// Prints what every thread waits for.
void vt_describe_threads(void);
const char *vt_wait_description(vt_wait_kind kind);
/// Describes what every thread does, with its stack, for the device (stacks.c; the format is in Documentation/DeviceProtocol.md).
const char *vt_describe_for_device(size_t *length);
/// Called by the handler of the watchdog's signal. If the signal was sent to store this thread's stack, does that and returns true.
bool vt_note_stack(void);
/// Whether that signal has a handler.
extern bool vt_watchdog_is_on;
int vt_watchdog_signal(void);

// MARK: Signals (signals.c)

/// Queues a signal for a thread that does not hold the baton, so that its handler does not run concurrently with other threads.
void vt_queue_signal(vt_thread *thread, int signal);
/// Sends a signal to the process as the kernel would: to the first thread that does not block it.
long vt_signal_process(vt_thread *me, int signal);
/// Queues the signals that handlers have sent without the baton. Returns whether there was one.
bool vt_queue_posted_signals(void);
/// Delivers the caller's queued signals. Returns whether a handler ran.
bool vt_deliver_signals(vt_thread *me);
/// Reads the caller's mask from the kernel if it may have changed.
void vt_update_signal_mask(vt_thread *me);

// MARK: External work (external-work.c)

/// The clock does not jump while this is positive: tracked work, child processes, transfers, writes that another process must read.
extern int vt_external_work;
void vt_external_work_begin(void);
void vt_external_work_end(void);
/// Whether the clock must still wait for external work, after `waited` real nanoseconds of waiting for it.
bool vt_external_work_holds_clock(int64_t waited);
/// Stops counting children that have ended as external work, even if the program never waits for them.
void vt_release_ended_children(void);

// MARK: The device gate (gate.c)

extern bool vt_has_gate;
/// The device runs the clock in real time: then the clock does not wait for external work.
extern bool vt_is_paced;
extern int64_t vt_granted;
void vt_gate_open(int descriptor);
/// Tells the device that nothing will happen before `next`, and waits for its answer.
void vt_gate_ask(int64_t next);

// MARK: Clocks (clocks.c)

int64_t vt_real_clock(clockid_t clock);
/// The wall clock's time at device time 0.
extern int64_t vt_wall_clock_at_start;
int64_t vt_clock_base(clockid_t clock);
int64_t vt_nanoseconds(const struct timespec *time);
/// Device time at which `clock` shows `time`.
int64_t vt_deadline_on_clock(clockid_t clock, const struct timespec *time);
/// Device time `duration` from now.
int64_t vt_deadline_after(int64_t duration);
bool vt_valid_time(const struct timespec *time);

// MARK: Others

/// Descriptors that stand for timers and sources of random numbers (descriptors.c, timers.c, entropy.c).
void vt_timer_closed(int descriptor);
bool vt_is_entropy(int descriptor);
void vt_entropy_opened(int descriptor);
void vt_entropy_closed(int descriptor);
void vt_entropy_fill(void *buffer, size_t length);
void vt_entropy_seed(uint64_t seed);
/// Whether the call would block: the descriptor is in blocking mode.
bool vt_is_blocking(int descriptor);
/// `ppoll` without waiting; never -EINTR.
long vt_poll_now(struct pollfd *descriptors, nfds_t count);
/// Whether the descriptor is ready now.
bool vt_is_ready(int descriptor, short events);
/// Eventfds that only this process signals (eventfds.c). Whether all of the descriptors are such eventfds, and none was signalled
/// since the kernel last reported it as not readable.
bool vt_eventfds_are_quiet(const struct pollfd *descriptors, nfds_t count);
void vt_eventfds_before_poll(const struct pollfd *descriptors, nfds_t count);
void vt_eventfds_after_poll(const struct pollfd *descriptors, nfds_t count);
/// Called before and after each write, on any thread.
void vt_eventfd_signalled(int descriptor);
void vt_eventfd_closed(int descriptor);
/// Opens a synthetic file instead of `path`; a negative error number below -1 if that fails, -1 if the path is not replaced (procfs.c).
int vt_open_special(const char *path, int flags);
/// The result of a call that opens a file; corrects errno if it failed.
int vt_opened(int descriptor);
/// Marks a descriptor as the library's own, which the program must not close; returns it.
int vt_own_descriptor(int descriptor);
bool vt_is_own_descriptor(int descriptor);
/// Starts the program again without address space randomization if it is enabled (addresses.c).
void vt_fix_addresses(void);
void vt_watchdog_start(void);
long vt_futex(vt_thread *me, uint32_t *word, int operation, uint32_t value, long fourth, uint32_t *second, uint32_t third_value);
/// Waits for pthread_mutex without being a cancellation point.
int vt_lock_mutex(vt_thread *me, pthread_mutex_t *mutex, int64_t deadline);
void vt_report(const char *format, ...) __attribute__((format(printf, 1, 2)));
/// How many threads wait in the kernel's futex queue, because their call was passed to the system.
extern uint32_t vt_foreign_futex_waiters;

#pragma GCC visibility pop

/// Marks a function that replaces libc's.
#define VT_INTERPOSE __attribute__((visibility("default")))

#endif
