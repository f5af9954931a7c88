// Threads: creation, end, joining and cancellation; and the number of processors that the program sees.

#include "internal.h"

#include <dlfcn.h>
#include <limits.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum { PROCESSORS = 4 };

// MARK: Looking up by handle

enum { HANDLE_BUCKETS = 256 };
static vt_thread *by_handle[HANDLE_BUCKETS];

static vt_thread **bucket_of(pthread_t handle) {
  return &by_handle[((uint64_t)handle >> 12) * UINT64_C(0x9E3779B97F4A7C15) >> 56];
}

static void remember(vt_thread *thread) {
  vt_thread **bucket = bucket_of(thread->handle);
  thread->next_same_handle = *bucket;
  *bucket = thread;
}

static void forget(vt_thread *thread) {
  for (vt_thread **link = bucket_of(thread->handle); *link != NULL; link = &(*link)->next_same_handle) {
    if (*link == thread) {
      *link = thread->next_same_handle;
      return;
    }
  }
}

static vt_thread *find(pthread_t handle) {
  for (vt_thread *thread = *bucket_of(handle); thread != NULL; thread = thread->next_same_handle) {
    if (pthread_equal(thread->handle, handle)) return thread;
  }
  return NULL;
}

// MARK: Beginning and end

static pthread_key_t end_key;
static bool has_end_key;

/// A thread ends when its last thread-specific data is destroyed: the destructor sets its value again until glibc's last round.
static void destroy_specific(void *value) {
  vt_thread *me = value;
  if (vt_self != me) return;
  if (++me->ending_rounds < PTHREAD_DESTRUCTOR_ITERATIONS) {
    pthread_setspecific(end_key, me);
    return;
  }
  if (me->detached) forget(me);
  vt_end_thread(me);
}

static void watch_for_end(vt_thread *me) {
  if (!has_end_key) {
    has_end_key = true;
    pthread_key_create(&end_key, destroy_specific);
  }
  pthread_setspecific(end_key, me);
}

// MARK: Causes

static carob_vt_cause_hooks cause_hooks;

VT_INTERPOSE void carob_vt_set_cause_hooks(const carob_vt_cause_hooks *set) {
  cause_hooks = set == NULL ? (carob_vt_cause_hooks){0} : *set;
}

/// A worker thread of Dispatch has no cause, because it is used for the work of all submitters.
static bool is_worker(void *(*start)(void *)) {
  Dl_info image;
  return dladdr((void *)start, &image) != 0 && image.dli_fname != NULL && strstr(image.dli_fname, "libdispatch") != NULL;
}

static uint64_t cause_of_new_thread(void *(*start)(void *)) {
  uint64_t cause = cause_hooks.capture == NULL ? 0 : cause_hooks.capture();
  return cause == 0 || is_worker(start) ? 0 : cause;
}

static void *begin(void *argument) {
  vt_thread *me = argument;
  vt_take_first_baton(me);
  watch_for_end(me);
  if (me->cause != 0 && cause_hooks.enter != NULL) cause_hooks.enter(me->cause);
  if (me->queued_signals != 0) vt_deliver_signals(me);
  return me->start(me->argument);
}

VT_INTERPOSE int pthread_create(
  pthread_t *restrict handle, const pthread_attr_t *restrict attributes, void *(*start)(void *),
  void *restrict argument) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.pthread_create(handle, attributes, start, argument);
  // The main thread's own end (pthread_exit) matters only once there are others.
  if (!has_end_key) watch_for_end(me);
  vt_thread *created = vt_make_thread();
  if (created == NULL) return EAGAIN;
  created->start = start;
  created->argument = argument;
  created->cause = cause_of_new_thread(start);
  int detach_state = PTHREAD_CREATE_JOINABLE;
  if (attributes != NULL) pthread_attr_getdetachstate(attributes, &detach_state);
  vt_update_signal_mask(me);
  created->signal_mask = me->signal_mask;
  created->detached = detach_state == PTHREAD_CREATE_DETACHED;
  int result = vt_real.pthread_create(&created->handle, attributes, begin, created);
  if (result != 0) {
    vt_discard_thread(created);
    return result;
  }
  *handle = created->handle;
  remember(created);
  vt_holder = NULL;
  vt_make_ready(created);
  vt_holder = me;
  return 0;
}

// MARK: Joining

/// Waits for the end of `thread`. Returns 0 or ETIMEDOUT.
static int await_end(vt_thread *me, vt_thread *thread, int64_t deadline) {
  while (thread->state != VT_ENDED) {
    if (vt_wait(me, VT_WAIT_JOIN, thread, deadline) == VT_TIMED_OUT && thread->state != VT_ENDED) return ETIMEDOUT;
  }
  return 0;
}

/// Called when the thread's kernel thread has ended: glibc's join does not wait then.
static int collect(vt_thread *thread, pthread_t handle, void **result) {
  forget(thread);
  vt_discard_thread(thread);
  return vt_real.pthread_join(handle, result);
}

static int join(vt_thread *me, pthread_t handle, void **result, int64_t deadline) {
  vt_thread *thread = find(handle);
  if (thread == NULL || thread == me || thread->detached) return vt_real.pthread_join(handle, result);
  int failure = await_end(me, thread, deadline);
  return failure != 0 ? failure : collect(thread, handle, result);
}

VT_INTERPOSE int pthread_join(pthread_t handle, void **result) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.pthread_join(handle, result);
  return join(me, handle, result, VT_NEVER);
}

VT_INTERPOSE int pthread_tryjoin_np(pthread_t handle, void **result) {
  vt_thread *me = vt_calling_thread();
  vt_thread *thread = me != NULL ? find(handle) : NULL;
  if (thread == NULL || thread->detached) return vt_real.pthread_tryjoin_np(handle, result);
  if (thread->state == VT_ENDED) return collect(thread, handle, result);
  vt_count_poll(me);
  return EBUSY;
}

VT_INTERPOSE int pthread_clockjoin_np(
  pthread_t handle, void **result, clockid_t clock, const struct timespec *time) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.pthread_clockjoin_np(handle, result, clock, time);
  if (time != NULL && !vt_valid_time(time)) return EINVAL;
  return join(me, handle, result, time == NULL ? VT_NEVER : vt_deadline_on_clock(clock, time));
}

VT_INTERPOSE int pthread_timedjoin_np(pthread_t handle, void **result, const struct timespec *time) {
  if (vt_calling_thread() == NULL) return vt_real.pthread_timedjoin_np(handle, result, time);
  return pthread_clockjoin_np(handle, result, CLOCK_REALTIME, time);
}

VT_INTERPOSE int pthread_detach(pthread_t handle) {
  vt_thread *me = vt_calling_thread();
  vt_thread *thread = me != NULL ? find(handle) : NULL;
  int result = vt_real.pthread_detach(handle);
  if (result == 0 && thread != NULL) {
    thread->detached = true;
    if (thread->state == VT_ENDED) {
      forget(thread);
      vt_discard_thread(thread);
    }
  }
  return result;
}

// MARK: Cancelling

VT_INTERPOSE int pthread_cancel(pthread_t handle) {
  vt_thread *me = vt_calling_thread();
  int result = vt_real.pthread_cancel(handle);
  vt_thread *thread = me != NULL ? find(handle) : NULL;
  if (result != 0 || thread == NULL || thread == me) return result;
  thread->cancel_requested = true;
  switch (thread->kind) {
  case VT_WAIT_CONDITION: case VT_WAIT_SEMAPHORE: case VT_WAIT_JOIN: case VT_WAIT_SLEEP: case VT_WAIT_SIGNAL:
  case VT_WAIT_DESCRIPTORS:
    vt_holder = NULL;
    vt_wake_thread(thread, VT_CANCELLED);
    vt_holder = me;
    break;
  default: break;
  }
  return 0;
}

// MARK: Identity

/// Without a system call: Foundation calls both in every pass of a run loop, to tell whether it is on the main thread.
VT_INTERPOSE pid_t gettid(void) {
  vt_thread *me = vt_calling_thread();
  return me != NULL ? me->kernel_id : (pid_t)vt_raw(SYS_gettid);
}

VT_INTERPOSE pid_t getpid(void) {
  vt_thread *me = vt_calling_thread();
  return me != NULL ? vt_process : (pid_t)vt_raw(SYS_getpid);
}

// MARK: Processors

static void fill_affinity(size_t size, cpu_set_t *set) {
  memset(set, 0, size);
  for (int i = 0; i < PROCESSORS; i++) CPU_SET_S(i, size, set);
}

VT_INTERPOSE int pthread_getaffinity_np(pthread_t handle, size_t size, cpu_set_t *set) {
  (void)vt_calling_thread();
  if (vt_current_mode != VT_VIRTUAL) return vt_real.pthread_getaffinity_np(handle, size, set);
  fill_affinity(size, set);
  return 0;
}

VT_INTERPOSE int sched_getaffinity(pid_t process, size_t size, cpu_set_t *set) {
  (void)vt_calling_thread();
  if (vt_current_mode != VT_VIRTUAL) return vt_real.sched_getaffinity(process, size, set);
  fill_affinity(size, set);
  return 0;
}

VT_INTERPOSE long sysconf(int name) {
  (void)vt_calling_thread();
  bool processors = name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF;
  return vt_current_mode == VT_VIRTUAL && processors ? PROCESSORS : vt_real.sysconf(name);
}

VT_INTERPOSE int get_nprocs(void) { return (int)sysconf(_SC_NPROCESSORS_ONLN); }
VT_INTERPOSE int get_nprocs_conf(void) { return (int)sysconf(_SC_NPROCESSORS_CONF); }
