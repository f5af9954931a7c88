// Functions of Linux that the simulated device cannot call from Swift: starting a child with exact descriptors, waiting for its end,
// catching signals.
#ifndef CAROB_DEVICE_SYSTEM_H
#define CAROB_DEVICE_SYSTEM_H

#include <sys/types.h>

#include "sandbox.h"

struct carob_spawn_request {
  const char *path;
  const char *directory;
  char *const *arguments;
  char *const *environment;
  // The child's descriptors 0, 1 and 2.
  int standard_input, standard_output, standard_error;
  // The child's descriptors 3, 4 and 5; -1 for none. All higher ones are closed in the child.
  int device_socket, event_memory, time_gate;
  // Starts the child without address-space randomization, if the system allows that.
  int fixed_addresses;
  // The sandbox; NULL for none.
  const struct carob_sandbox *sandbox;
};

struct carob_spawned {
  // The child that watches the app. It ends with the app's status, and kills all processes that the app has started.
  pid_t watcher;
  // The app, in a process group of its own.
  pid_t app;
  // Closing it kills the app and all processes that it has started; so does the end of this process.
  int lifeline;
  // Whether fixed addresses were requested and are not available.
  int addresses_are_random;
  // If the sandbox failed: a few words on the step that failed; otherwise NULL.
  const char *unconfined;
};

// Starts an app with default signal handling. Returns 0 or an errno.
int carob_spawn(const struct carob_spawn_request *request, struct carob_spawned *spawned);

// Zeroed memory that a child can map by the descriptor. NULL and an errno on failure. The caller closes the descriptor and unmaps the
// memory.
void *carob_shared_memory(size_t length, int *descriptor);

// A descriptor that becomes readable when the child has ended, or -1.
int carob_open_child(pid_t pid);

// A pipe whose ends are closed on exec and whose read end does not block. Returns 0, or -1 and an errno.
int carob_pipe(int ends[2]);

// A descriptor that becomes readable by a write of eight bytes. It is closed on exec; reading does not block.
int carob_wake_descriptor(void);

// Writes the numbers of SIGINT, SIGTERM and SIGHUP to the returned descriptor, one byte each, instead of ending the process. Returns
// -1 and an errno on failure. A SIGHUP that is ignored stays ignored.
int carob_watch_signals(void);
// Restores the previous signal handling, also for a signal that has arrived and was not read.
void carob_unwatch_signals(void);

int carob_wifexited(int status);
int carob_wexitstatus(int status);
int carob_wtermsig(int status);

// "USR1" and the like; NULL for a number that has no name.
const char *carob_signal_name(int number);

#endif
