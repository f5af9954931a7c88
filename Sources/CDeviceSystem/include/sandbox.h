// Confines the calling process, which is about to become an app, to what a sandboxed app may do (Decisions/0067).
#ifndef CAROB_SANDBOX_H
#define CAROB_SANDBOX_H

#include <sys/types.h>

struct carob_sandbox {
  // The only folder that the app may change.
  const char *container;
  // Files and folders that it may read and load code from; ends with NULL. Those that do not exist are ignored.
  const char *const *readable;
  // "ID ID 1": maps the id to itself in the app's user namespace.
  const char *users, *groups;
};

// The Landlock version of this kernel; 0 if there is none or it is not enabled.
int carob_landlock_version(void);

// The version that the sandbox needs: the first one that limits signals.
enum { carob_landlock_needed = 6 };

// The flags of clone() for the namespaces that confine_self needs.
int carob_sandbox_namespaces(void);

// Confines the calling process, which must be in new namespaces of these flags. Makes system calls only, since the memory may be
// shared with the parent. Returns 0, or an errno with a few words on the failed step in *what.
int carob_confine_self(const struct carob_sandbox *sandbox, const char **what);

#endif
