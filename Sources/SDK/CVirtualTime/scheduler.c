// The baton: one thread runs at a time. A thread that must wait adds itself to a wait list, chooses the next thread
// and hands the baton over. It chooses from the ready queue, in order; else from the threads whose descriptors are ready, in
// the order in which they began to wait; else the clock jumps to the earliest deadline.

#include "internal.h"

#include <linux/futex.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>

int64_t vt_now;
vt_thread *vt_holder;
_Thread_local vt_thread *vt_self __attribute__((tls_model("initial-exec")));
vt_thread *vt_first_thread;
carob_vt_counters vt_counters;
volatile uint64_t vt_progress;
int vt_lock_waiters;
int vt_process;

static vt_thread *last_thread;
static int created_threads;
static int living_threads;

static vt_thread *ready_head, *ready_tail;

/// Threads that wait for an address, by its hash; within a bucket in the order in which they began to wait.
enum { BUCKET_BITS = 12 };
typedef struct {
  vt_thread *head, *tail;
} wait_list;
static wait_list buckets[1 << BUCKET_BITS];
static wait_list descriptor_waiters;
/// Threads that sleep or wait for a signal: nobody looks for them by address.
static wait_list other_waiters;

/// A thread that has ended for the scheduler, but whose kernel thread has not ended yet; 0 if there is none.
static int leaving_kernel_id;

/// Set without the baton: a signal handler ran on a waiting thread, or a thread that the scheduler does not know released something.
static uint32_t external_change;
/// An eventfd that ends a real wait of the idle scheduler; -1 before the first.
static int wakeup_fd = -1;

// MARK: Wait lists

static wait_list *list_for(vt_wait_kind kind, const void *address) {
  if (kind == VT_WAIT_DESCRIPTORS) return &descriptor_waiters;
  if (kind >= VT_WAIT_SLEEP) return &other_waiters;
  uint64_t hash = ((uint64_t)(uintptr_t)address >> 2) * UINT64_C(0x9E3779B97F4A7C15);
  return &buckets[hash >> (64 - BUCKET_BITS)];
}

static void append_waiting(vt_thread *thread) {
  wait_list *list = list_for(thread->kind, thread->address);
  thread->next_waiting = NULL;
  thread->previous_waiting = list->tail;
  if (list->tail != NULL) {
    list->tail->next_waiting = thread;
  } else {
    list->head = thread;
  }
  list->tail = thread;
}

static void remove_waiting(vt_thread *thread) {
  wait_list *list = list_for(thread->kind, thread->address);
  if (thread->previous_waiting != NULL) {
    thread->previous_waiting->next_waiting = thread->next_waiting;
  } else {
    list->head = thread->next_waiting;
  }
  if (thread->next_waiting != NULL) {
    thread->next_waiting->previous_waiting = thread->previous_waiting;
  } else {
    list->tail = thread->previous_waiting;
  }
}

void vt_make_ready(vt_thread *thread) {
  thread->state = VT_READY;
  thread->next_ready = NULL;
  if (ready_tail != NULL) {
    ready_tail->next_ready = thread;
  } else {
    ready_head = thread;
  }
  ready_tail = thread;
}

void vt_wake_thread(vt_thread *thread, vt_outcome outcome) {
  if (thread->state != VT_WAITING) return;
  remove_waiting(thread);
  vt_deadline_disarm(&thread->deadline);
  thread->outcome = outcome;
  vt_make_ready(thread);
}

static void time_out(vt_deadline *deadline) {
  vt_wake_thread(VT_CONTAINER(deadline, vt_thread, deadline), VT_TIMED_OUT);
}

int vt_wake(vt_wait_kind kind, const void *address, int count) {
  int woken = 0;
  for (vt_thread *thread = list_for(kind, address)->head; thread != NULL && woken < count;) {
    vt_thread *next = thread->next_waiting;
    if (thread->address == address && thread->kind == kind) {
      vt_wake_thread(thread, VT_WOKEN);
      woken++;
    }
    thread = next;
  }
  return woken;
}

int vt_wake_futex(const void *address, uint32_t bits, int count) {
  int woken = 0;
  for (vt_thread *thread = list_for(VT_WAIT_FUTEX, address)->head; thread != NULL && woken < count;) {
    vt_thread *next = thread->next_waiting;
    if (thread->address == address && thread->kind == VT_WAIT_FUTEX && (thread->futex_bits & bits) != 0) {
      vt_wake_thread(thread, VT_WOKEN);
      woken++;
    }
    thread = next;
  }
  return woken;
}

int vt_requeue_futex(const void *from, const void *to, int count) {
  int moved = 0;
  for (vt_thread *thread = list_for(VT_WAIT_FUTEX, from)->head; thread != NULL && moved < count;) {
    vt_thread *next = thread->next_waiting;
    if (thread->address == from && thread->kind == VT_WAIT_FUTEX) {
      remove_waiting(thread);
      thread->address = to;
      append_waiting(thread);
      moved++;
    }
    thread = next;
  }
  return moved;
}

bool vt_has_waiter(vt_wait_kind kind, const void *address) {
  for (vt_thread *thread = list_for(kind, address)->head; thread != NULL; thread = thread->next_waiting) {
    if (thread->address == address && thread->kind == kind) return true;
  }
  return false;
}

// MARK: Changes without the baton

void vt_notice_external_change(void) {
  __atomic_store_n(&external_change, 1, __ATOMIC_SEQ_CST);
  uint64_t one = 1;
  if (wakeup_fd >= 0) vt_raw(SYS_write, wakeup_fd, &one, sizeof one);
}

/// Ends the waits of threads on which a signal handler ran. Handlers and foreign threads may also have posted semaphores, so
/// every thread that waits for one looks again.
static bool take_external_changes(void) {
  if (__atomic_exchange_n(&external_change, 0, __ATOMIC_SEQ_CST) == 0) return false;
  bool woke = vt_queue_posted_signals();
  for (vt_thread *thread = vt_first_thread; thread != NULL; thread = thread->next_thread) {
    if (thread->state != VT_WAITING) continue;
    if (__atomic_exchange_n(&thread->interrupted, 0, __ATOMIC_SEQ_CST) != 0) {
      vt_wake_thread(thread, VT_INTERRUPTED);
      woke = true;
    } else if (thread->kind == VT_WAIT_SEMAPHORE) {
      vt_wake_thread(thread, VT_WOKEN);
      woke = true;
    }
  }
  return woke;
}

/// Waits that end with EINTR when a handler has run on the thread.
static bool is_interruptible(vt_wait_kind kind) {
  return kind == VT_WAIT_SLEEP || kind == VT_WAIT_SIGNAL || kind == VT_WAIT_DESCRIPTORS;
}

// MARK: Descriptors

/// Polls the descriptors of all waiting threads in one system call, for at most `timeout` real nanoseconds. Makes the threads
/// ready that have a descriptor that is; returns whether there was one.
static bool poll_descriptors(vt_thread *me, int64_t timeout) {
  static struct pollfd *polled; // kept from call to call
  static nfds_t capacity;
  nfds_t count = 0;
  for (vt_thread *thread = descriptor_waiters.head; thread != NULL; thread = thread->next_waiting) {
    count += thread->descriptor_count;
  }
  if (count == 0 && timeout == 0) return false;
  if (count + 1 > capacity) {
    capacity = (count + 1) * 2;
    polled = realloc(polled, capacity * sizeof *polled);
    if (polled == NULL) abort();
  }
  nfds_t filled = 0;
  for (vt_thread *thread = descriptor_waiters.head; thread != NULL; thread = thread->next_waiting) {
    memcpy(polled + filled, thread->descriptors, thread->descriptor_count * sizeof *polled);
    filled += thread->descriptor_count;
  }
  if (timeout != 0) {
    if (wakeup_fd < 0) {
      wakeup_fd = vt_own_descriptor((int)vt_raw(SYS_eventfd2, 0, EFD_NONBLOCK | EFD_CLOEXEC));
    }
    polled[filled++] = (struct pollfd){.fd = wakeup_fd, .events = POLLIN};
  }
  struct timespec limit = {.tv_sec = timeout / VT_SECOND, .tv_nsec = timeout % VT_SECOND};
  uint32_t own_signals = me->own_signals;
  long found = vt_raw(SYS_ppoll, polled, filled, &limit, NULL, 8);
  if (found == -EINTR && me->own_signals == own_signals && me->state == VT_WAITING && is_interruptible(me->kind)) {
    me->interrupted = 1;
    external_change = 1;
  }
  if (timeout != 0 && found > 0 && polled[filled - 1].revents != 0) {
    uint64_t ignored;
    vt_raw(SYS_read, wakeup_fd, &ignored, sizeof ignored);
  }
  if (found <= 0) return false;
  bool woke = false;
  nfds_t next = 0;
  for (vt_thread *thread = descriptor_waiters.head; thread != NULL;) {
    vt_thread *following = thread->next_waiting;
    bool ready = false;
    for (nfds_t i = 0; i < thread->descriptor_count; i++) {
      thread->descriptors[i].revents = polled[next].revents;
      ready |= polled[next++].revents != 0;
    }
    if (ready) {
      vt_wake_thread(thread, VT_WOKEN);
      woke = true;
    }
    thread = following;
  }
  return woke;
}

// MARK: Choosing the next thread

static vt_thread *take_ready(void) {
  vt_thread *thread = ready_head;
  if (thread == NULL) return NULL;
  ready_head = thread->next_ready;
  if (ready_head == NULL) ready_tail = NULL;
  return thread;
}

/// The search for the next thread, which tries one way after the other until a thread is ready.
typedef struct {
  vt_thread *me;
  /// The descriptors of all waiting threads were polled, and nothing has happened since.
  // OPTIMIZATION: spares a system call. A jump of the clock alone makes no descriptor ready.
  bool descriptors_are_polled;
  /// For how many real nanoseconds the search has waited for something outside the process.
  int64_t waited;
} thread_search;

// The attempts below return whether they have changed something, so that the search starts again.

static bool take_news(thread_search *search) {
  if (!search->descriptors_are_polled && poll_descriptors(search->me, 0)) return true;
  if (take_external_changes()) return true;
  search->descriptors_are_polled = true;
  return false;
}

static bool fire_due_deadlines(thread_search *search) {
  if (!vt_deadline_fire_due()) return false;
  search->descriptors_are_polled = false;
  return true;
}

/// Waits in the kernel until a descriptor is ready or something outside has changed, but only for a moment, because some
/// changes (the end of a child) wake nobody. Returns the real nanoseconds that it took.
static int64_t wait_in_real_time(thread_search *search) {
  int64_t start = vt_real_clock(CLOCK_MONOTONIC);
  poll_descriptors(search->me, 10 * VT_MILLISECOND);
  search->descriptors_are_polled = false;
  vt_progress++;
  return vt_real_clock(CLOCK_MONOTONIC) - start;
}

/// The clock stands still while work outside the process is under way.
static bool wait_for_external_work(thread_search *search) {
  if (vt_external_work <= 0 || vt_is_paced || !vt_external_work_holds_clock(search->waited)) return false;
  search->waited += wait_in_real_time(search);
  vt_release_ended_children();
  return true;
}

static void jump_to(int64_t time) {
  vt_now = time;
  vt_counters.jumps++;
}

/// Asks the device how far the clock may go, and lets it go there.
static bool ask_device(thread_search *search) {
  int64_t next = vt_deadline_next();
  if (!vt_has_gate || next <= vt_granted) return false;
  vt_gate_ask(next);
  // What the device has sent is looked at before time passes.
  if (poll_descriptors(search->me, 0)) return true;
  int64_t until = next < vt_granted ? next : vt_granted;
  if (until == VT_NEVER) {
    wait_in_real_time(search);
    vt_granted = vt_now;
  } else if (until > vt_now) {
    jump_to(until);
  }
  return true;
}

static bool some_thread_waits_for_a_signal(void) {
  for (vt_thread *thread = other_waiters.head; thread != NULL; thread = thread->next_waiting) {
    if (thread->kind == VT_WAIT_SIGNAL) return true;
  }
  return false;
}

/// Without a deadline only something from outside can make a thread ready: a descriptor or a signal. A program without a device
/// that waits for neither, or in vain, has deadlocked, which is reported instead of hanging.
static bool wait_without_deadline(thread_search *search) {
  const int64_t limit = 5 * VT_SECOND;
  if (vt_deadline_next() != VT_NEVER) return false;
  bool waits_for_outside = descriptor_waiters.head != NULL || some_thread_waits_for_a_signal();
  if (!waits_for_outside || search->waited >= limit) {
    vt_report("nothing can happen any more: no thread can run and no deadline is set (a deadlock?)");
    vt_describe_threads();
    _exit(70);
  }
  search->waited += wait_in_real_time(search);
  return true;
}

static vt_thread *next_thread(vt_thread *me) {
  enum { TURNS_BETWEEN_POLLS = 256 };
  static unsigned turns;
  // A thread that is the only one to wait for descriptors has polled its own just now.
  bool is_only_waiter = descriptor_waiters.head == me && descriptor_waiters.tail == me;
  thread_search search = {.me = me, .descriptors_are_polled = me->descriptors_asked && is_only_waiter};
  me->descriptors_asked = false;
  // Threads that wait for descriptors get a turn, even if there is always a ready thread.
  if (++turns % TURNS_BETWEEN_POLLS == 0) poll_descriptors(me, 0);
  for (;;) {
    vt_thread *thread = take_ready();
    if (thread != NULL) return thread;
    if (take_news(&search) || fire_due_deadlines(&search) || wait_for_external_work(&search) || ask_device(&search)
        || wait_without_deadline(&search)) continue;
    jump_to(vt_deadline_next());
  }
}

// MARK: The baton

/// From now on the scheduler is at work, and not the thread that calls it.
static void release_baton(void) {
  vt_holder = NULL;
  vt_progress++;
}

static void give_baton(vt_thread *thread) {
  vt_counters.switches++;
  vt_event_count++;
  __atomic_store_n(&thread->baton, 1, __ATOMIC_RELEASE);
  vt_raw(SYS_futex, &thread->baton, FUTEX_WAKE_PRIVATE, 1);
}

/// Two threads never run at once, not even while one exits: what glibc does at a thread's end (freeing its cache, keeping its
/// stack) would otherwise make addresses depend on the machine.
static void wait_for_leaving_thread(void) {
  while (vt_raw(SYS_tgkill, vt_process, leaving_kernel_id, 0) != -ESRCH) vt_raw(SYS_sched_yield);
  leaving_kernel_id = 0;
}

static void receive_baton(vt_thread *me) {
  // With a time-out, however long, the kernel ends the wait when a handler has run, even one installed with SA_RESTART.
  struct timespec hour = {.tv_sec = 3600};
  const struct timespec *timeout = is_interruptible(me->kind) ? &hour : NULL;
  while (__atomic_load_n(&me->baton, __ATOMIC_ACQUIRE) == 0) {
    uint32_t own_signals = me->own_signals;
    long result = vt_raw(SYS_futex, &me->baton, FUTEX_WAIT_PRIVATE, 0, timeout);
    if (result == -EINTR && timeout != NULL && me->own_signals == own_signals) {
      __atomic_store_n(&me->interrupted, 1, __ATOMIC_SEQ_CST);
      vt_notice_external_change();
    }
  }
  me->baton = 0;
  if (VT_UNLIKELY(leaving_kernel_id != 0)) wait_for_leaving_thread();
}

/// Lets other threads run until `me` is ready and chosen again.
static void switch_from(vt_thread *me) {
  vt_thread *next = next_thread(me);
  if (next != me) {
    give_baton(next);
    receive_baton(me);
  }
  me->state = VT_RUNNING;
}

// MARK: Waiting

static vt_outcome wait_once(vt_thread *me, vt_wait_kind kind, const void *address, int64_t deadline) {
  vt_update_signal_mask(me);
  release_baton();
  me->polls = 0;
  if (kind != VT_WAIT_POLLING) me->polling_pause = 0;
  me->kind = kind;
  me->address = address;
  me->outcome = VT_WOKEN;
  me->interrupted = 0;
  me->state = VT_WAITING;
  append_waiting(me);
  if (deadline != VT_NEVER) vt_deadline_arm(&me->deadline, deadline);
  bool is_lock = kind == VT_WAIT_LOCK;
  vt_lock_waiters += is_lock;
  switch_from(me);
  vt_lock_waiters -= is_lock;
  me->kind = VT_WAIT_NONE;
  vt_holder = me;
  return me->outcome;
}

/// Waits that are cancellation points.
static bool is_cancellable(vt_wait_kind kind) {
  switch (kind) {
  case VT_WAIT_CONDITION: case VT_WAIT_SEMAPHORE: case VT_WAIT_JOIN: case VT_WAIT_SLEEP: case VT_WAIT_SIGNAL:
  case VT_WAIT_DESCRIPTORS: return true;
  default: return false;
  }
}

vt_outcome vt_wait(vt_thread *me, vt_wait_kind kind, const void *address, int64_t deadline) {
  int saved_errno = errno;
  vt_outcome outcome;
  for (;;) {
    if (VT_UNLIKELY(me->cancel_requested && is_cancellable(kind))) {
      me->cancel_requested = false;
      if (kind == VT_WAIT_CONDITION) {
        outcome = VT_CANCELLED;
        break;
      }
      // Does not return, unless cancellation is disabled or its handlers are running already.
      pthread_testcancel();
    }
    outcome = wait_once(me, kind, address, deadline);
    if (VT_LIKELY(outcome != VT_CANCELLED && outcome != VT_SIGNALLED && me->queued_signals == 0)) break;
    bool handled = vt_deliver_signals(me);
    if (outcome != VT_CANCELLED && outcome != VT_SIGNALLED) break;
    if (outcome == VT_CANCELLED && kind == VT_WAIT_CONDITION) break;
    if (handled && is_interruptible(kind)) {
      outcome = VT_INTERRUPTED;
      break;
    }
    // A thread that waits for something may have missed it meanwhile, and looks again; a sleep is continued.
    if (outcome == VT_SIGNALLED && kind != VT_WAIT_SLEEP && kind != VT_WAIT_SIGNAL) {
      outcome = VT_WOKEN;
      break;
    }
    if (outcome == VT_CANCELLED && kind != VT_WAIT_SLEEP && kind != VT_WAIT_SIGNAL) {
      me->cancel_requested = false;
      pthread_testcancel();
      outcome = VT_WOKEN;
      break;
    }
  }
  errno = saved_errno;
  return outcome;
}

vt_outcome vt_wait_futex(vt_thread *me, const void *address, uint32_t bits, int64_t deadline) {
  me->futex_bits = bits;
  return vt_wait(me, VT_WAIT_FUTEX, address, deadline);
}

vt_outcome vt_wait_descriptors(
  vt_thread *me, struct pollfd *descriptors, nfds_t count, int64_t deadline) {
  me->descriptors = descriptors;
  me->descriptor_count = count;
  for (nfds_t i = 0; i < count; i++) descriptors[i].revents = 0;
  return vt_wait(me, VT_WAIT_DESCRIPTORS, NULL, deadline);
}

void vt_count_poll(vt_thread *me) {
  enum { POLLS_WITHOUT_WAITING = 500 };
  const int64_t first_pause = VT_MILLISECOND / 10;
  const int64_t longest_pause = 10 * VT_MILLISECOND;
  if (VT_LIKELY(++me->polls <= POLLS_WITHOUT_WAITING)) return;
  int64_t pause = me->polling_pause == 0 ? first_pause : me->polling_pause * 2;
  if (pause > longest_pause) pause = longest_pause;
  vt_wait(me, VT_WAIT_POLLING, NULL, vt_now + pause);
  me->polling_pause = pause;
}

void vt_yield(vt_thread *me) {
  int polls = me->polls;
  vt_count_poll(me);
  if (me->polls < polls) return;
  vt_update_signal_mask(me);
  release_baton();
  poll_descriptors(me, 0);
  if (ready_head != NULL) {
    vt_make_ready(me);
    switch_from(me);
  }
  vt_holder = me;
  if (VT_UNLIKELY(me->queued_signals != 0)) vt_deliver_signals(me);
}

// MARK: Threads

static void register_thread(vt_thread *thread) {
  thread->number = created_threads++;
  living_threads++;
  vt_deadline_prepare(&thread->deadline, time_out);
  thread->previous_thread = last_thread;
  if (last_thread != NULL) {
    last_thread->next_thread = thread;
  } else {
    vt_first_thread = thread;
  }
  last_thread = thread;
}

void vt_adopt_main_thread(void) {
  static vt_thread main_thread;
  register_thread(&main_thread);
  main_thread.kernel_id = (int)vt_raw(SYS_gettid);
  vt_process = (int)vt_raw(SYS_getpid);
  main_thread.handle = pthread_self();
  main_thread.state = VT_RUNNING;
  main_thread.signal_mask_is_stale = true;
  vt_self = &main_thread;
  vt_holder = &main_thread;
}

vt_thread *vt_make_thread(void) {
  vt_thread *thread = calloc(1, sizeof *thread);
  if (thread != NULL) register_thread(thread);
  return thread;
}

static void unregister_thread(vt_thread *thread) {
  if (thread->previous_thread != NULL) {
    thread->previous_thread->next_thread = thread->next_thread;
  } else {
    vt_first_thread = thread->next_thread;
  }
  if (thread->next_thread != NULL) {
    thread->next_thread->previous_thread = thread->previous_thread;
  } else {
    last_thread = thread->previous_thread;
  }
}

void vt_discard_thread(vt_thread *thread) {
  if (thread->state != VT_ENDED) living_threads--;
  unregister_thread(thread);
  if (thread->number != 0) free(thread);
}

void vt_take_first_baton(vt_thread *me) {
  vt_self = me;
  me->kernel_id = (int)vt_raw(SYS_gettid);
  receive_baton(me);
  me->state = VT_RUNNING;
  vt_holder = me;
}

void vt_end_thread(vt_thread *me) {
  release_baton();
  me->state = VT_ENDED;
  living_threads--;
  vt_wake(VT_WAIT_JOIN, me, INT32_MAX);
  vt_self = NULL;
  // The last thread's end is the end of the process, which is glibc's work.
  if (living_threads == 0) return;
  vt_thread *next = next_thread(me);
  leaving_kernel_id = me->kernel_id;
  if (me->number == 0) leaving_kernel_id = 0; // The main thread stays in the kernel, as a zombie.
  if (me->detached) vt_discard_thread(me);
  give_baton(next);
}

bool vt_thread_is_runnable(int kernel_id) {
  for (vt_thread *thread = vt_first_thread; thread != NULL; thread = thread->next_thread) {
    if (thread->kernel_id == kernel_id) return thread->state == VT_READY || thread->state == VT_RUNNING;
  }
  return false;
}

// MARK: Reports

const char *vt_wait_description(vt_wait_kind kind) {
  switch (kind) {
  case VT_WAIT_NONE: return "nothing";
  case VT_WAIT_LOCK: return "a lock";
  case VT_WAIT_CONDITION: return "a condition variable";
  case VT_WAIT_SEMAPHORE: return "a semaphore";
  case VT_WAIT_FUTEX: return "a futex (Dispatch, Mutex, a Swift lock)";
  case VT_WAIT_BARRIER: return "a barrier";
  case VT_WAIT_ONCE: return "a once-only initialisation";
  case VT_WAIT_JOIN: return "a thread's end";
  case VT_WAIT_STREAM: return "a stdio stream's lock";
  case VT_WAIT_SLEEP: return "time to pass";
  case VT_WAIT_POLLING: return "time to pass, polling";
  case VT_WAIT_SIGNAL: return "a signal";
  case VT_WAIT_DESCRIPTORS: return "descriptors";
  }
  return "?";
}

void vt_describe_threads(void) {
  for (vt_thread *thread = vt_first_thread; thread != NULL; thread = thread->next_thread) {
    if (thread->state == VT_ENDED) continue;
    char name[16] = "?";
    pthread_getname_np(thread->handle, name, sizeof name);
    if (thread->state != VT_WAITING) {
      vt_report("  thread %d \"%s\" %s", thread->number, name, thread->state == VT_READY ? "is ready" : "runs");
      continue;
    }
    char what[128] = "";
    if (thread->kind == VT_WAIT_DESCRIPTORS) {
      int used = 0;
      for (nfds_t i = 0; i < thread->descriptor_count && used < (int)sizeof what - 16; i++) {
        used += snprintf(what + used, sizeof what - (size_t)used, " %d", thread->descriptors[i].fd);
      }
    } else if (thread->address != NULL) {
      snprintf(what, sizeof what, " at %p", thread->address);
    }
    char until[64] = "";
    if (thread->deadline.index >= 0) {
      snprintf(until, sizeof until, ", until %.6f s", (double)thread->deadline.time * 1e-9);
    }
    vt_report(
      "  thread %d \"%s\" waits for %s%s%s", thread->number, name, vt_wait_description(thread->kind), what, until);
  }
}
