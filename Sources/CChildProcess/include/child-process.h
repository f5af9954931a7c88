// What Swift's view of the C library lacks for starting programs: GNU's additions to posix_spawn.
#pragma once
#include <sys/types.h>

struct carob_child_request {
  char *const *command;      // the program, looked for in PATH if it has no slash, and its arguments; ends with NULL
  char *const *environment;  // "name=value"; ends with NULL
  const char *directory;     // where it runs; NULL for here
  int output, errors;        // what its standard output and standard errors are
  const int *numbers;        // the other descriptors that it gets, ascending, from 3
  const int *descriptors;    // and which of ours they are
  int count;                 // how many
};

// Starts a child that has these descriptors, no input, no blocked signals, and nothing else of ours. 0, or what went wrong.
int carob_child_start(const struct carob_child_request *request, pid_t *child);

// The same for a child that ends with this process, however that ends, together with all that it has started: both are in a group of their
// own, under a process that watches over them. `child` is that one; its status is the child's. `lifeline` is a descriptor
// whose closing ends them. 0, or what went wrong.
int carob_child_start_supervised(const struct carob_child_request *request, pid_t *child, int *lifeline);

// For a process that starts a program itself and watches over it, as the watching process above does: called before the program is
// started, this makes a group for the process, gives it the children of its children when those end, and default signals.
void carob_child_prepare_to_watch(void);

// Waits for the program's end, and ends as it ended. Ends it with all that it has started when the other end of `life` is closed; with
// `ends_rest` the latter also when the program ends by itself. Closes all other descriptors. Does not return.
void carob_child_watch(pid_t program, int life, int ends_rest) __attribute__((noreturn));

// A pipe that no child inherits by itself. 0, or what went wrong.
int carob_child_pipe(int ends[2]);
