// Confines the calling process, which is about to become an app, to what a sandboxed app may do (Decisions/0067).
#ifndef CAROB_SANDBOX_H
#define CAROB_SANDBOX_H

#include <sys/types.h>

struct carob_sandbox {
  // The only folder that the app may change.
  const char *container;
  // Files and folders that it may read and load code from; ends with NULL. Those that do not exist are left out.
  const char *const *readable;
  // "ID ID 1": the identity inside the app's user namespace is the one outside.
  const char *users, *groups;
};

// The version of Landlock that this kernel has; 0 for none, as when it is not switched on.
int carob_landlock_version(void);

// The version that the sandbox needs: the first that keeps signals inside.
enum { carob_landlock_needed = 6 };

// The flags of clone() for the namespaces that confine_self needs.
int carob_sandbox_namespaces(void);

// Confines the calling process, which must be in new namespaces of these flags. Nothing but system calls: the memory may be the
// parent's. 0, or the number of the error, and in *what a few words that say what could not be done.
int carob_confine_self(const struct carob_sandbox *sandbox, const char **what);

#endif
