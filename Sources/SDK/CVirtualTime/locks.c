// Mutexes, conditions, read-write locks, spin locks, once-only initialisation, barriers, semaphores.
//
// The state of mutexes, read-write locks, spin locks and semaphores is kept by glibc: we only try, and wait in the scheduler when
// that fails. So they work also for code that calls glibc's own functions. Conditions and barriers exist only in our wait
// lists.

#include "internal.h"

#include <string.h>

static const int everybody = INT32_MAX;

// MARK: Mutexes

int vt_lock_mutex(vt_thread *me, pthread_mutex_t *mutex, int64_t deadline) {
  for (;;) {
    int result = vt_real.pthread_mutex_trylock(mutex);
    if (VT_LIKELY(result != EBUSY)) return result;
    // An error-checking mutex that we hold ourselves: trylock returns EBUSY, lock must return EDEADLK.
    if (mutex->__data.__owner == me->kernel_id && (mutex->__data.__kind & 3) == PTHREAD_MUTEX_ERRORCHECK_NP) return EDEADLK;
    if (vt_wait(me, VT_WAIT_LOCK, mutex, deadline) == VT_TIMED_OUT) {
      result = vt_real.pthread_mutex_trylock(mutex);
      return result == EBUSY ? ETIMEDOUT : result;
    }
  }
}

static void wake_lock(vt_thread *me, const void *lock, int count) {
  vt_holder = NULL;
  vt_wake(VT_WAIT_LOCK, lock, count);
  vt_holder = me;
}

static int unlock_mutex(vt_thread *me, pthread_mutex_t *mutex) {
  int result = vt_real.pthread_mutex_unlock(mutex);
  if (VT_UNLIKELY(vt_lock_waiters > 0)) wake_lock(me, mutex, 1);
  return result;
}

VT_INTERPOSE int pthread_mutex_lock(pthread_mutex_t *mutex) {
  vt_thread *me = vt_calling_thread();
  if (VT_UNLIKELY(me == NULL)) return vt_real.pthread_mutex_lock(mutex);
  return vt_lock_mutex(me, mutex, VT_NEVER);
}

VT_INTERPOSE int pthread_mutex_trylock(pthread_mutex_t *mutex) {
  vt_thread *me = vt_calling_thread();
  int result = vt_real.pthread_mutex_trylock(mutex);
  if (VT_UNLIKELY(result == EBUSY && me != NULL)) vt_count_poll(me);
  return result;
}

VT_INTERPOSE int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *time) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.pthread_mutex_clocklock(mutex, clock, time);
  if (!vt_valid_time(time)) {
    int result = vt_real.pthread_mutex_trylock(mutex);
    return result == EBUSY ? EINVAL : result;
  }
  return vt_lock_mutex(me, mutex, vt_deadline_on_clock(clock, time));
}

VT_INTERPOSE int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *time) {
  if (vt_calling_thread() == NULL) return vt_real.pthread_mutex_timedlock(mutex, time);
  return pthread_mutex_clocklock(mutex, CLOCK_REALTIME, time);
}

VT_INTERPOSE int pthread_mutex_unlock(pthread_mutex_t *mutex) {
  vt_thread *me = vt_calling_thread();
  if (VT_UNLIKELY(me == NULL)) return vt_real.pthread_mutex_unlock(mutex);
  return unlock_mutex(me, mutex);
}

// MARK: Conditions

static int wait_condition(vt_thread *me, pthread_cond_t *condition, pthread_mutex_t *mutex, int64_t deadline) {
  for (;;) {
    int result = unlock_mutex(me, mutex);
    if (result != 0) return result;
    vt_outcome outcome = vt_wait(me, VT_WAIT_CONDITION, condition, deadline);
    vt_lock_mutex(me, mutex, VT_NEVER);
    if (outcome != VT_CANCELLED) return outcome == VT_TIMED_OUT ? ETIMEDOUT : 0;
    // Cleanup handlers run with the mutex held. With cancellation disabled this returns, and a spurious wake-up is allowed.
    pthread_testcancel();
    return 0;
  }
}

VT_INTERPOSE int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.pthread_cond_wait(condition, mutex);
  return wait_condition(me, condition, mutex, VT_NEVER);
}

VT_INTERPOSE int pthread_cond_clockwait(
  pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock, const struct timespec *time) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.pthread_cond_clockwait(condition, mutex, clock, time);
  if (!vt_valid_time(time)) return EINVAL;
  return wait_condition(me, condition, mutex, vt_deadline_on_clock(clock, time));
}

VT_INTERPOSE int pthread_cond_timedwait(
  pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *time) {
  if (vt_calling_thread() == NULL) return vt_real.pthread_cond_timedwait(condition, mutex, time);
  // glibc keeps the clock of pthread_condattr_setclock in this bit.
  clockid_t clock = (condition->__data.__wrefs & 2) != 0 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
  return pthread_cond_clockwait(condition, mutex, clock, time);
}

static void wake_condition(vt_thread *me, pthread_cond_t *condition, int count) {
  vt_holder = NULL;
  vt_wake(VT_WAIT_CONDITION, condition, count);
  vt_holder = me;
}

VT_INTERPOSE int pthread_cond_signal(pthread_cond_t *condition) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.pthread_cond_signal(condition);
  wake_condition(me, condition, 1);
  return 0;
}

VT_INTERPOSE int pthread_cond_broadcast(pthread_cond_t *condition) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.pthread_cond_broadcast(condition);
  wake_condition(me, condition, everybody);
  return 0;
}

// MARK: Read-write locks

typedef int (*try_lock)(pthread_rwlock_t *);

static int lock_shared(vt_thread *me, pthread_rwlock_t *lock, try_lock attempt, int64_t deadline) {
  for (;;) {
    int result = attempt(lock);
    if (VT_LIKELY(result != EBUSY)) return result;
    if (lock->__data.__cur_writer == me->kernel_id) return EDEADLK;
    if (vt_wait(me, VT_WAIT_LOCK, lock, deadline) == VT_TIMED_OUT) {
      result = attempt(lock);
      return result == EBUSY ? ETIMEDOUT : result;
    }
  }
}

static int lock_shared_on_clock(
  vt_thread *me, pthread_rwlock_t *lock, try_lock attempt, clockid_t clock, const struct timespec *time) {
  if (!vt_valid_time(time)) {
    int result = attempt(lock);
    return result == EBUSY ? EINVAL : result;
  }
  return lock_shared(me, lock, attempt, vt_deadline_on_clock(clock, time));
}

VT_INTERPOSE int pthread_rwlock_rdlock(pthread_rwlock_t *lock) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.pthread_rwlock_rdlock(lock);
  return lock_shared(me, lock, vt_real.pthread_rwlock_tryrdlock, VT_NEVER);
}

VT_INTERPOSE int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.pthread_rwlock_wrlock(lock);
  return lock_shared(me, lock, vt_real.pthread_rwlock_trywrlock, VT_NEVER);
}

VT_INTERPOSE int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *time) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.pthread_rwlock_timedrdlock(lock, time);
  return lock_shared_on_clock(me, lock, vt_real.pthread_rwlock_tryrdlock, CLOCK_REALTIME, time);
}

VT_INTERPOSE int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *time) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.pthread_rwlock_timedwrlock(lock, time);
  return lock_shared_on_clock(me, lock, vt_real.pthread_rwlock_trywrlock, CLOCK_REALTIME, time);
}

VT_INTERPOSE int pthread_rwlock_clockrdlock(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *time) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.pthread_rwlock_clockrdlock(lock, clock, time);
  return lock_shared_on_clock(me, lock, vt_real.pthread_rwlock_tryrdlock, clock, time);
}

VT_INTERPOSE int pthread_rwlock_clockwrlock(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *time) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.pthread_rwlock_clockwrlock(lock, clock, time);
  return lock_shared_on_clock(me, lock, vt_real.pthread_rwlock_trywrlock, clock, time);
}

VT_INTERPOSE int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
  vt_thread *me = vt_calling_thread();
  int result = vt_real.pthread_rwlock_unlock(lock);
  if (me != NULL && vt_lock_waiters > 0) wake_lock(me, lock, everybody);
  return result;
}

// MARK: Spin locks

VT_INTERPOSE int pthread_spin_lock(pthread_spinlock_t *lock) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.pthread_spin_lock(lock);
  while (vt_real.pthread_spin_trylock(lock) == EBUSY) vt_wait(me, VT_WAIT_LOCK, (const void *)lock, VT_NEVER);
  return 0;
}

VT_INTERPOSE int pthread_spin_trylock(pthread_spinlock_t *lock) {
  vt_thread *me = vt_calling_thread();
  int result = vt_real.pthread_spin_trylock(lock);
  if (result == EBUSY && me != NULL) vt_count_poll(me);
  return result;
}

VT_INTERPOSE int pthread_spin_unlock(pthread_spinlock_t *lock) {
  vt_thread *me = vt_calling_thread();
  int result = vt_real.pthread_spin_unlock(lock);
  if (me != NULL && vt_lock_waiters > 0) wake_lock(me, (const void *)lock, 1);
  return result;
}

// MARK: Once

/// The values that glibc stores in a pthread_once_t, so that code that calls glibc's own function works too.
enum { ONCE_RUNNING = 1, ONCE_DONE = 2 };

typedef struct {
  pthread_once_t *control;
  vt_thread *runner;
} once_attempt;

static void finish_once(once_attempt *attempt, int state) {
  __atomic_store_n(attempt->control, state, __ATOMIC_RELEASE);
  vt_holder = NULL;
  vt_wake(VT_WAIT_ONCE, attempt->control, everybody);
  vt_holder = attempt->runner;
}

/// The initializer was cancelled or threw an exception: the next caller tries again.
static void abandon_once(void *attempt) { finish_once(attempt, 0); }

VT_INTERPOSE int pthread_once(pthread_once_t *control, void (*initialiser)(void)) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.pthread_once(control, initialiser);
  for (;;) {
    int state = __atomic_load_n(control, __ATOMIC_ACQUIRE);
    if (VT_LIKELY((state & ONCE_DONE) != 0)) return 0;
    if ((state & ONCE_RUNNING) == 0) break;
    vt_wait(me, VT_WAIT_ONCE, control, VT_NEVER);
  }
  once_attempt attempt = {.control = control, .runner = me};
  __atomic_store_n(control, ONCE_RUNNING, __ATOMIC_RELEASE);
  pthread_cleanup_push(abandon_once, &attempt);
  initialiser();
  pthread_cleanup_pop(0);
  finish_once(&attempt, ONCE_DONE);
  return 0;
}

// MARK: Barriers

/// Stored in the caller's pthread_barrier_t, instead of glibc's own state.
typedef struct {
  unsigned needed;
  unsigned arrived;
  unsigned round;
} barrier;
_Static_assert(sizeof(barrier) <= sizeof(pthread_barrier_t), "a barrier of ours must fit into glibc's");

VT_INTERPOSE int pthread_barrier_init(
  pthread_barrier_t *restrict shared, const pthread_barrierattr_t *restrict attributes, unsigned count) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.pthread_barrier_init(shared, attributes, count);
  if (count == 0) return EINVAL;
  barrier fresh = {.needed = count};
  memcpy(shared, &fresh, sizeof fresh);
  return 0;
}

VT_INTERPOSE int pthread_barrier_wait(pthread_barrier_t *shared) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.pthread_barrier_wait(shared);
  barrier *state = (barrier *)shared;
  if (++state->arrived == state->needed) {
    state->arrived = 0;
    state->round++;
    vt_holder = NULL;
    vt_wake(VT_WAIT_BARRIER, shared, everybody);
    vt_holder = me;
    return PTHREAD_BARRIER_SERIAL_THREAD;
  }
  unsigned round = state->round;
  while (state->round == round) vt_wait(me, VT_WAIT_BARRIER, shared, VT_NEVER);
  return 0;
}

VT_INTERPOSE int pthread_barrier_destroy(pthread_barrier_t *shared) {
  vt_thread *me = vt_calling_thread();
  return me == NULL ? vt_real.pthread_barrier_destroy(shared) : 0;
}

// MARK: Semaphores

static int wait_semaphore(vt_thread *me, sem_t *semaphore, int64_t deadline) {
  while (vt_real.sem_trywait(semaphore) != 0) {
    if (errno != EAGAIN) return -1;
    if (vt_wait(me, VT_WAIT_SEMAPHORE, semaphore, deadline) == VT_TIMED_OUT) {
      if (vt_real.sem_trywait(semaphore) == 0) return 0;
      errno = ETIMEDOUT;
      return -1;
    }
  }
  return 0;
}

VT_INTERPOSE int sem_wait(sem_t *semaphore) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.sem_wait(semaphore);
  return wait_semaphore(me, semaphore, VT_NEVER);
}

VT_INTERPOSE int sem_trywait(sem_t *semaphore) {
  vt_thread *me = vt_calling_thread();
  int result = vt_real.sem_trywait(semaphore);
  if (result != 0 && me != NULL) {
    int saved_errno = errno;
    vt_count_poll(me);
    errno = saved_errno;
  }
  return result;
}

VT_INTERPOSE int sem_clockwait(sem_t *restrict semaphore, clockid_t clock, const struct timespec *restrict time) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.sem_clockwait(semaphore, clock, time);
  if (!vt_valid_time(time)) {
    errno = EINVAL;
    return -1;
  }
  return wait_semaphore(me, semaphore, vt_deadline_on_clock(clock, time));
}

VT_INTERPOSE int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict time) {
  if (vt_calling_thread() == NULL) return vt_real.sem_timedwait(semaphore, time);
  return sem_clockwait(semaphore, CLOCK_REALTIME, time);
}

VT_INTERPOSE int sem_post(sem_t *semaphore) {
  vt_thread *me = vt_calling_thread();
  int result = vt_real.sem_post(semaphore);
  if (me != NULL) {
    vt_holder = NULL;
    vt_wake(VT_WAIT_SEMAPHORE, semaphore, 1);
    vt_holder = me;
  } else if (vt_current_mode == VT_VIRTUAL) {
    vt_notice_external_change();
  }
  return result;
}

// Names under which libraries built against other headers reach the same functions.
VT_INTERPOSE int __pthread_mutex_lock(pthread_mutex_t *) __attribute__((alias("pthread_mutex_lock")));
VT_INTERPOSE int __pthread_mutex_trylock(pthread_mutex_t *) __attribute__((alias("pthread_mutex_trylock")));
VT_INTERPOSE int __pthread_mutex_unlock(pthread_mutex_t *) __attribute__((alias("pthread_mutex_unlock")));
VT_INTERPOSE int __pthread_once(pthread_once_t *, void (*)(void)) __attribute__((alias("pthread_once")));
