// Signals: sending them inside the program, waiting for them, the one that the library uses, and crashes. A handler runs on its
// thread when that has the baton; only handlers of signals from other processes run concurrently.

#include "internal.h"

#include <string.h>
#include <sys/signalfd.h>

enum { KERNEL_SIGNAL_SET = 8 };

// MARK: Sending

static uint64_t bit_of(int signal) { return UINT64_C(1) << (signal - 1); }

// NB: a thread's mask is read when it gives the baton away, and not when the program sets it: a mask that a handler sets ends with the
// handler. libdispatch's handler for the signals of its sources blocks nearly all signals.
void vt_update_signal_mask(vt_thread *me) {
  if (VT_LIKELY(!me->signal_mask_is_stale)) return;
  me->signal_mask_is_stale = false;
  vt_raw(SYS_rt_sigprocmask, SIG_BLOCK, NULL, &me->signal_mask, KERNEL_SIGNAL_SET);
}

static bool has_handler(int signal) {
  // NB: the kernel is asked, because the SDK's `sigaction` conceals libdispatch's handler. Its structure begins with the handler.
  struct {
    void (*handler)(int);
    unsigned long rest[7];
  } action;
  if (vt_raw(SYS_rt_sigaction, signal, NULL, &action, KERNEL_SIGNAL_SET) != 0) return false;
  return action.handler != SIG_DFL && action.handler != SIG_IGN;
}

void vt_queue_signal(vt_thread *thread, int signal) {
  thread->queued_signals |= bit_of(signal);
  vt_wake_thread(thread, VT_SIGNALLED);
}

/// Sends a signal to the caller. Its handler has returned when this does, unless the caller blocks the signal.
static long signal_caller(vt_thread *me, int signal) {
  long result = vt_raw(SYS_tgkill, vt_process, me->kernel_id, signal);
  me->signal_mask_is_stale = true;
  return result;
}

bool vt_deliver_signals(vt_thread *me) {
  bool handled = false;
  while (me->queued_signals != 0) {
    vt_update_signal_mask(me);
    int signal = __builtin_ctzll(me->queued_signals) + 1;
    me->queued_signals &= ~bit_of(signal);
    handled |= has_handler(signal) && (me->signal_mask & bit_of(signal)) == 0;
    signal_caller(me, signal);
  }
  return handled;
}

long vt_signal_process(vt_thread *me, int signal) {
  // The kernel processes signals without a handler (that end the process, are ignored or stay pending for a signalfd).
  if (signal > 0 && signal < NSIG && has_handler(signal)) {
    if (me != NULL) vt_update_signal_mask(me);
    for (vt_thread *thread = vt_first_thread; thread != NULL; thread = thread->next_thread) {
      if (thread->state == VT_ENDED || (thread->signal_mask & bit_of(signal)) != 0) continue;
      if (thread == me) return signal_caller(me, signal);
      vt_thread *holder = vt_holder;
      vt_holder = NULL;
      vt_queue_signal(thread, signal);
      vt_holder = holder;
      return 0;
    }
  }
  return vt_raw(SYS_kill, vt_process, signal);
}

VT_INTERPOSE int kill(pid_t process, int signal) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL || process != vt_process) return (int)vt_result(vt_raw(SYS_kill, process, signal));
  return (int)vt_result(vt_signal_process(me, signal));
}

/// For each signal the thread to which a handler without the baton has sent it; 0 for none. The scheduler queues it there, since only
/// the thread itself sees what is pending for it, and not the scheduler's poll of its signalfd.
static pthread_t posted[NSIG];
/// A fatal signal's handler runs, whose calls are passed to the system.
static bool handles_fatal_signal;

static bool post(pthread_t handle, int signal) {
  pthread_t present = 0;
  bool is_free = __atomic_compare_exchange_n(&posted[signal], &present, handle, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  if (!is_free && !pthread_equal(present, handle)) return false;
  vt_notice_external_change();
  return true;
}

bool vt_queue_posted_signals(void) {
  bool queued = false;
  for (int signal = 1; signal < NSIG; signal++) {
    pthread_t handle = __atomic_exchange_n(&posted[signal], 0, __ATOMIC_SEQ_CST);
    if (handle == 0) continue;
    vt_thread *thread = vt_first_thread;
    while (thread != NULL && (thread->state == VT_ENDED || !pthread_equal(thread->handle, handle))) thread = thread->next_thread;
    if (thread == NULL) {
      vt_real.pthread_kill(handle, signal);
      continue;
    }
    vt_queue_signal(thread, signal);
    queued = true;
  }
  return queued;
}

VT_INTERPOSE int pthread_kill(pthread_t handle, int signal) {
  vt_thread *me = vt_calling_thread();
  if (signal <= 0 || signal >= NSIG) return vt_real.pthread_kill(handle, signal);
  if (me == NULL) {
    bool is_in_handler = vt_self != NULL && !handles_fatal_signal && !pthread_equal(vt_self->handle, handle);
    return is_in_handler && post(handle, signal) ? 0 : vt_real.pthread_kill(handle, signal);
  }
  for (vt_thread *thread = vt_first_thread; thread != NULL; thread = thread->next_thread) {
    if (thread->state == VT_ENDED || thread == me || !pthread_equal(thread->handle, handle)) continue;
    vt_holder = NULL;
    vt_queue_signal(thread, signal);
    vt_holder = me;
    return 0;
  }
  return vt_real.pthread_kill(handle, signal);
}

// MARK: Waiting

VT_INTERPOSE int sigsuspend(const sigset_t *mask) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.sigsuspend(mask);
  uint64_t previous;
  vt_raw(SYS_rt_sigprocmask, SIG_SETMASK, mask, &previous, KERNEL_SIGNAL_SET);
  me->signal_mask_is_stale = true;
  while (vt_wait(me, VT_WAIT_SIGNAL, NULL, VT_NEVER) != VT_INTERRUPTED) {}
  vt_raw(SYS_rt_sigprocmask, SIG_SETMASK, &previous, NULL, KERNEL_SIGNAL_SET);
  me->signal_mask_is_stale = true;
  errno = EINTR;
  return -1;
}

VT_INTERPOSE int pause(void) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.pause();
  while (vt_wait(me, VT_WAIT_SIGNAL, NULL, VT_NEVER) != VT_INTERRUPTED) {}
  errno = EINTR;
  return -1;
}

/// Waits for a pending signal of `set` by way of a signalfd, which the scheduler can poll. Returns it, or a negative error number.
static int await_signal(vt_thread *me, const sigset_t *set, siginfo_t *information, int64_t deadline) {
  int descriptor = -1;
  struct timespec none = {0};
  long result;
  for (;;) {
    result = vt_raw(SYS_rt_sigtimedwait, set, information, &none, KERNEL_SIGNAL_SET);
    if (result != -EAGAIN || deadline <= vt_now) break;
    if (descriptor < 0) descriptor = (int)vt_raw(SYS_signalfd4, -1, set, KERNEL_SIGNAL_SET, SFD_CLOEXEC | SFD_NONBLOCK);
    struct pollfd wanted = {.fd = descriptor, .events = POLLIN};
    vt_wait_descriptors(me, &wanted, 1, deadline);
  }
  if (descriptor >= 0) vt_raw(SYS_close, descriptor);
  return (int)result;
}

VT_INTERPOSE int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict information) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.sigwaitinfo(set, information);
  return (int)vt_result(await_signal(me, set, information, VT_NEVER));
}

VT_INTERPOSE int sigtimedwait(
  const sigset_t *restrict set, siginfo_t *restrict information, const struct timespec *restrict timeout) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.sigtimedwait(set, information, timeout);
  int64_t deadline = timeout == NULL ? VT_NEVER : vt_deadline_after(vt_nanoseconds(timeout));
  return (int)vt_result(await_signal(me, set, information, deadline));
}

VT_INTERPOSE int sigwait(const sigset_t *restrict set, int *restrict signal) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.sigwait(set, signal);
  int result = await_signal(me, set, NULL, VT_NEVER);
  if (result < 0) return -result;
  *signal = result;
  return 0;
}

// MARK: The watchdog's signal stays deliverable

int vt_watchdog_signal(void) __attribute__((visibility("hidden")));

static const sigset_t *without_ours(int how, const sigset_t *set, sigset_t *copy) {
  if (set == NULL || how == SIG_UNBLOCK || vt_current_mode != VT_VIRTUAL) return set;
  *copy = *set;
  sigdelset(copy, vt_watchdog_signal());
  return copy;
}

VT_INTERPOSE int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict previous) {
  vt_thread *me = vt_calling_thread();
  sigset_t copy;
  int result = vt_real.pthread_sigmask(how, without_ours(how, set, &copy), previous);
  if (me != NULL && set != NULL) me->signal_mask_is_stale = true;
  return result;
}

VT_INTERPOSE int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict previous) {
  vt_thread *me = vt_calling_thread();
  sigset_t copy;
  int result = vt_real.sigprocmask(how, without_ours(how, set, &copy), previous);
  if (me != NULL && set != NULL) me->signal_mask_is_stale = true;
  return result;
}

// MARK: Crashes

/// The handler of a fatal signal (Swift's backtracer) stops the other threads, starts a helper that shares our memory, and waits for
/// it. None of that may use the scheduler: from the first such signal on, every call is passed to the system.
static struct sigaction program_actions[NSIG];

static bool is_fatal(int signal) {
  switch (signal) {
  case SIGSEGV: case SIGBUS: case SIGILL: case SIGFPE: case SIGTRAP: case SIGABRT: case SIGQUIT: case SIGSYS: return true;
  default: return false;
  }
}

static void run_program_handler(int signal, siginfo_t *information, void *context) {
  vt_thread *holder = vt_holder;
  vt_holder = NULL;
  handles_fatal_signal = true;
  struct sigaction *action = &program_actions[signal];
  if ((action->sa_flags & SA_SIGINFO) != 0) {
    action->sa_sigaction(signal, information, context);
  } else {
    action->sa_handler(signal);
  }
  // The watchdog starts to measure again, because the handler may have delayed its signal.
  vt_progress++;
  handles_fatal_signal = false;
  vt_holder = holder;
}

VT_INTERPOSE int sigaction(int signal, const struct sigaction *restrict action, struct sigaction *restrict previous) {
  (void)vt_calling_thread();
  if (vt_current_mode != VT_VIRTUAL || !is_fatal(signal)) return vt_real.sigaction(signal, action, previous);
  struct sigaction replaced, found;
  if (action != NULL) {
    replaced = *action;
    bool is_handler = (action->sa_flags & SA_SIGINFO) != 0
      || (action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN);
    if (is_handler) {
      replaced.sa_flags |= SA_SIGINFO;
      replaced.sa_sigaction = run_program_handler;
    }
  }
  int result = vt_real.sigaction(signal, action == NULL ? NULL : &replaced, &found);
  if (result != 0) return result;
  bool was_ours = (found.sa_flags & SA_SIGINFO) != 0 && found.sa_sigaction == run_program_handler;
  if (previous != NULL) *previous = was_ours ? program_actions[signal] : found;
  if (action != NULL) program_actions[signal] = *action;
  return 0;
}
