#define _GNU_SOURCE
#include "child-process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <unistd.h>

int carob_child_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno; }

// The descriptors that the child shall have, by numbers above all that they will get, so that none stands in another's way.
static int add_descriptors(posix_spawn_file_actions_t *actions, const struct carob_child_request *request, int *copies) {
  int end = request->count ? request->numbers[request->count - 1] + 1 : 3;
  for (int i = 0; i < request->count; i++)
    if ((copies[i] = fcntl(request->descriptors[i], F_DUPFD_CLOEXEC, end)) < 0) return errno;
  int error = 0;
  for (int i = 0, number = 3; number < end && !error; number++) {
    if (request->numbers[i] == number)
      error = posix_spawn_file_actions_adddup2(actions, copies[i++], number);
    else
      error = posix_spawn_file_actions_addclose(actions, number);
  }
  return error ? error : posix_spawn_file_actions_addclosefrom_np(actions, end);
}

int carob_child_start(const struct carob_child_request *request, pid_t *child) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  int *copies = malloc(sizeof(int) * (size_t)(request->count + 1));
  for (int i = 0; i < request->count; i++) copies[i] = -1;

  int error = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  if (!error) error = posix_spawn_file_actions_adddup2(&actions, request->output, 1);
  if (!error) error = posix_spawn_file_actions_adddup2(&actions, request->errors, 2);
  if (!error) error = add_descriptors(&actions, request, copies);
  if (!error && request->directory) error = posix_spawn_file_actions_addchdir_np(&actions, request->directory);
  // The caller's thread may be a worker of Dispatch, which blocks all signals.
  sigset_t none;
  sigemptyset(&none);
  if (!error) error = posix_spawnattr_setsigmask(&attributes, &none);
  if (!error) error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  if (!error) error = posix_spawnp(child, request->command[0], &actions, &attributes, request->command, request->environment);

  for (int i = 0; i < request->count; i++)
    if (copies[i] >= 0) close(copies[i]);
  free(copies);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}
