#define _GNU_SOURCE
#include "device-system.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

struct birth {
  const struct carob_spawn_request *request;
  const int *copies;
  pid_t parent;
  int *addresses_are_random;
  const char **unconfined;
  volatile int error;
};

// What the child does between vfork and exec: only calls that touch nothing of the parent's, whose memory it shares.
static int become(struct birth *birth) {
  const struct carob_spawn_request *request = birth->request;
  const int *copies = birth->copies;
  // The app goes with the command, even with one that is killed. NB: this is tied to the thread that starts it.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != birth->parent) _exit(127);
  setpgid(0, 0);
  for (int number = 1; number < 65; number++) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) < 0 || action.sa_handler == SIG_DFL) continue;
    action.sa_handler = SIG_DFL;
    action.sa_flags = 0;
    sigaction(number, &action, NULL);
  }
  int count = request->time_gate < 0 ? 5 : 6;
  for (int i = 0; i < count; i++)
    if (copies[i] >= 0 && dup2(copies[i], i) < 0) return errno;
  if (close_range((unsigned)count, ~0U, 0) < 0) {
    long limit = sysconf(_SC_OPEN_MAX);
    for (int i = count; i < limit; i++) close(i);
  }
  if (request->directory && chdir(request->directory) < 0) return errno;
  if (request->fixed_addresses) {
    int before = personality(0xffffffff);
    if (before < 0 || personality((unsigned long)before | ADDR_NO_RANDOMIZE) < 0) *birth->addresses_are_random = 1;
  }
  if (request->sandbox) {
    int error = carob_confine_self(request->sandbox, birth->unconfined);
    if (error) return error;
    *birth->unconfined = NULL;
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execve(request->path, request->arguments, request->environment);
  return errno;
}

static int be_born(void *argument) {
  struct birth *birth = argument;
  birth->error = become(birth);
  _exit(127);
}

// As vfork, with namespaces for a sandbox.
static pid_t start_child(struct birth *birth) {
  if (!birth->request->sandbox) {
    pid_t child = vfork();
    if (child == 0) be_born(birth);
    if (child < 0) birth->error = errno;
    return child;
  }
  const size_t length = 256 << 10;
  char *stack = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (stack == MAP_FAILED) {
    birth->error = errno;
    return -1;
  }
  *birth->unconfined = "make user, mount, network and IPC namespaces";
  pid_t child = clone(be_born, stack + length, CLONE_VM | CLONE_VFORK | SIGCHLD | carob_sandbox_namespaces(), birth);
  if (child < 0) birth->error = errno;
  munmap(stack, length);
  return child;
}

int carob_spawn(
    const struct carob_spawn_request *request, pid_t *pid, int *addresses_are_random, const char **unconfined) {
  // The descriptors that are to be 0 … 5 must not stand in each other's way: move copies above first.
  int sources[6] = {request->standard_input, request->standard_output, request->standard_error,
                    request->device_socket, request->event_memory, request->time_gate};
  int copies[6] = {-1, -1, -1, -1, -1, -1};
  int error = 0;
  for (int i = 0; i < 6 && !error; i++) {
    if (sources[i] < 0) continue;
    copies[i] = fcntl(sources[i], F_DUPFD_CLOEXEC, 16);
    if (copies[i] < 0) error = errno;
  }
  pid_t child = -1;
  *addresses_are_random = 0;
  *unconfined = NULL;
  if (!error) {
    // No handler may run in the child while it shares our memory.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    struct birth birth = {request, copies, getpid(), addresses_are_random, unconfined, 0};
    child = start_child(&birth);
    error = birth.error;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
  }
  if (error && child > 0) {
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
  }
  *pid = child;
  for (int i = 0; i < 6; i++)
    if (copies[i] >= 0) close(copies[i]);
  return error;
}

void *carob_shared_memory(size_t length, int *descriptor) {
  *descriptor = memfd_create("carob-events", MFD_CLOEXEC);
  if (*descriptor < 0) return NULL;
  if (ftruncate(*descriptor, (off_t)length) == 0) {
    void *memory = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, *descriptor, 0);
    if (memory != MAP_FAILED) return memory;
  }
  int error = errno;
  close(*descriptor);
  errno = error;
  return NULL;
}

int carob_open_child(pid_t pid) {
#ifdef SYS_pidfd_open
  return (int)syscall(SYS_pidfd_open, pid, 0);
#else
  (void)pid;
  return -1;
#endif
}

int carob_pipe(int ends[2]) {
  if (pipe2(ends, O_CLOEXEC) < 0) return -1;
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return 0;
}

int carob_wake_descriptor(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

static const int watched[3] = {SIGINT, SIGTERM, SIGHUP};
static struct sigaction previous[3];
static int signal_pipe[2] = {-1, -1};

static void on_signal(int number) {
  int saved = errno;
  unsigned char byte = (unsigned char)number;
  ssize_t written = write(signal_pipe[1], &byte, 1);
  (void)written;
  errno = saved;
}

int carob_watch_signals(void) {
  if (signal_pipe[0] >= 0) return signal_pipe[0];
  if (pipe2(signal_pipe, O_CLOEXEC | O_NONBLOCK) < 0) return -1;
  struct sigaction action = {0};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < 3; i++) sigaction(watched[i], &action, &previous[i]);
  return signal_pipe[0];
}

void carob_unwatch_signals(void) {
  if (signal_pipe[0] < 0) return;
  for (int i = 0; i < 3; i++) sigaction(watched[i], &previous[i], NULL);
  close(signal_pipe[0]);
  close(signal_pipe[1]);
  signal_pipe[0] = signal_pipe[1] = -1;
}

int carob_wifexited(int status) { return WIFEXITED(status); }
int carob_wexitstatus(int status) { return WEXITSTATUS(status); }
int carob_wtermsig(int status) { return WIFSIGNALED(status) ? WTERMSIG(status) : 0; }
const char *carob_signal_name(int number) { return sigabbrev_np(number); }
