// What the simulated device needs of Linux and cannot say in Swift: starting a child with exact descriptors,
// watching it end, hearing of an interrupt.
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
  // Become the child's descriptors 3, 4 and 5; -1 for none. Everything above is closed in the child.
  int device_socket, event_memory, time_gate;
  // Starts the child without address-space randomization, where the system lets us.
  int fixed_addresses;
  // What it is confined to; NULL for not at all.
  const struct carob_sandbox *sandbox;
};

struct carob_spawned {
  // The child that watches over the app: it ends when the app has ended, as the app did, and takes along all that the app has started.
  pid_t watcher;
  // The app, in a process group of its own.
  pid_t app;
  // Closing it ends the app and all that it has started; so does the end of this process.
  int lifeline;
  // Fixed addresses were asked for and refused.
  int addresses_are_random;
  // A few words on what could not be done if the sandbox is what failed; else NULL.
  const char *unconfined;
};

// Starts an app with default signal handling. Returns 0 or an errno.
int carob_spawn(const struct carob_spawn_request *request, struct carob_spawned *spawned);

// Memory that a child can map, too, by the descriptor; zero at the start. NULL and an errno when that fails. The caller closes
// the descriptor and unmaps the memory.
void *carob_shared_memory(size_t length, int *descriptor);

// A descriptor that becomes readable when the child has ended, or -1.
int carob_open_child(pid_t pid);

// A pipe whose ends are closed in children and whose reading end does not block. Returns 0 or -1 and an errno.
int carob_pipe(int ends[2]);

// A descriptor that a write of eight bytes makes readable, closed in children; reading does not block.
int carob_wake_descriptor(void);

// Makes SIGINT, SIGTERM and SIGHUP readable on the returned descriptor (one byte each, the number) instead of
// ending the process. Returns -1 and an errno when that fails. A SIGHUP that is ignored stays ignored.
int carob_watch_signals(void);
// What was set before holds again, also for a signal that came and was not read.
void carob_unwatch_signals(void);

int carob_wifexited(int status);
int carob_wexitstatus(int status);
int carob_wtermsig(int status);

// "USR1" and the like; NULL for a number that has no name.
const char *carob_signal_name(int number);

#endif
