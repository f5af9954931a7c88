#define _GNU_SOURCE
#include "device-system.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/personality.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int carob_spawn(const struct carob_spawn_request *request, pid_t *pid, int *addresses_are_random) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int error = posix_spawn_file_actions_init(&actions);
  if (error) return error;
  error = posix_spawnattr_init(&attributes);
  if (error) {
    posix_spawn_file_actions_destroy(&actions);
    return error;
  }

  // The descriptors that are to be 0 … 4 must not stand in each other's way: move copies above first.
  int sources[5] = {request->standard_input, request->standard_output, request->standard_error,
                    request->device_socket, request->time_gate};
  int copies[5] = {-1, -1, -1, -1, -1};
  for (int i = 0; i < 5 && !error; i++) {
    if (sources[i] < 0) continue;
    copies[i] = fcntl(sources[i], F_DUPFD_CLOEXEC, 16);
    if (copies[i] < 0) error = errno;
    else error = posix_spawn_file_actions_adddup2(&actions, copies[i], i);
  }
  if (!error) error = posix_spawn_file_actions_addclosefrom_np(&actions, request->time_gate < 0 ? 4 : 5);
  if (!error && request->directory) error = posix_spawn_file_actions_addchdir_np(&actions, request->directory);

  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  if (!error) error = posix_spawnattr_setsigmask(&attributes, &none);
  if (!error) error = posix_spawnattr_setsigdefault(&attributes, &all);
  if (!error) error = posix_spawnattr_setpgroup(&attributes, 0);
  if (!error)
    error = posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);

  // A thread's personality is inherited by its children: change it for the moment of the spawn.
  int before = -1;
  *addresses_are_random = 0;
  if (!error && request->fixed_addresses) {
    before = personality(0xffffffff);
    if (before < 0 || personality((unsigned long)before | ADDR_NO_RANDOMIZE) < 0) {
      *addresses_are_random = 1;
      before = -1;
    }
  }
  if (!error)
    error = posix_spawn(pid, request->path, &actions, &attributes, request->arguments, request->environment);
  if (before >= 0) personality((unsigned long)before);

  for (int i = 0; i < 5; i++)
    if (copies[i] >= 0) close(copies[i]);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
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
