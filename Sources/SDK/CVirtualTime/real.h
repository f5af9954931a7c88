#ifndef CAROB_VT_REAL_H
#define CAROB_VT_REAL_H

// libc's own versions of the functions that we interpose, looked up once at the start.

#include <dirent.h>
#include <fts.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define VT_REAL_FUNCTIONS(X) \
  X(clock_gettime) X(gettimeofday) X(time) X(timespec_get) X(clock) \
  X(nanosleep) X(clock_nanosleep) X(usleep) X(sleep) X(sched_yield) \
  X(timerfd_create) X(timerfd_settime) X(timerfd_gettime) X(close) \
  X(poll) X(ppoll) X(select) X(pselect) X(epoll_wait) X(epoll_pwait) \
  X(read) X(readv) X(write) X(writev) \
  X(recv) X(recvfrom) X(recvmsg) X(send) X(sendto) X(sendmsg) X(accept) X(accept4) X(connect) X(flock) \
  X(pthread_mutex_lock) X(pthread_mutex_trylock) X(pthread_mutex_timedlock) X(pthread_mutex_clocklock) \
  X(pthread_mutex_unlock) \
  X(pthread_rwlock_rdlock) X(pthread_rwlock_tryrdlock) X(pthread_rwlock_wrlock) X(pthread_rwlock_trywrlock) \
  X(pthread_rwlock_timedrdlock) X(pthread_rwlock_timedwrlock) X(pthread_rwlock_clockrdlock) \
  X(pthread_rwlock_clockwrlock) X(pthread_rwlock_unlock) \
  X(pthread_spin_lock) X(pthread_spin_trylock) X(pthread_spin_unlock) \
  X(pthread_barrier_init) X(pthread_barrier_wait) X(pthread_barrier_destroy) \
  X(pthread_once) X(pthread_create) X(pthread_join) X(pthread_tryjoin_np) X(pthread_timedjoin_np) \
  X(pthread_clockjoin_np) X(pthread_detach) X(pthread_cancel) X(pthread_kill) X(pthread_sigmask) \
  X(sigprocmask) X(sigaction) X(sigsuspend) X(pause) X(sigwait) X(sigwaitinfo) X(sigtimedwait) \
  X(pthread_getaffinity_np) X(sched_getaffinity) X(sysconf) \
  X(sem_wait) X(sem_trywait) X(sem_timedwait) X(sem_clockwait) X(sem_post) \
  X(posix_spawn) X(posix_spawnp) X(waitpid) X(wait) X(wait4) X(waitid) \
  X(getrandom) X(getentropy) X(open) X(open64) X(openat) X(fopen) X(fopen64) \
  X(readdir) X(telldir) X(seekdir) X(rewinddir) X(closedir) X(fts_open) \
  X(mkstemp) X(mkostemp) X(mkstemps) X(mkostemps) X(mkdtemp) \
  X(flockfile) X(funlockfile) X(ftrylockfile) X(fwrite) X(fputs) X(fputc) X(putc) X(puts) X(vprintf) X(vfprintf) \
  X(fflush) X(fread) X(fgets) X(getline)

/// Functions of which libc keeps an old version under the same name; the new one must be asked for by version.
#define VT_REAL_CONDITION_FUNCTIONS(X) \
  X(pthread_cond_wait) X(pthread_cond_timedwait) X(pthread_cond_clockwait) X(pthread_cond_signal) \
  X(pthread_cond_broadcast)

typedef struct {
#define VT_FIELD(name) __typeof__(&name) name;
  VT_REAL_FUNCTIONS(VT_FIELD)
  VT_REAL_CONDITION_FUNCTIONS(VT_FIELD)
#undef VT_FIELD
  /// Absent before glibc 2.36.
  void (*arc4random_buf)(void *, size_t);
} vt_real_functions;

extern vt_real_functions vt_real __attribute__((visibility("hidden")));

#endif
