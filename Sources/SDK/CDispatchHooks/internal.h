#ifndef CAROB_DISPATCH_INTERNAL_H
#define CAROB_DISPATCH_INTERNAL_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "include/CDispatchHooks.h"

#define DH_INTERPOSE __attribute__((visibility("default")))
#define DH_HIDDEN __attribute__((visibility("hidden")))

/// The definition of a function that comes after this library's. Under the thread sanitizer that is the sanitizer's, which
/// calls libdispatch's: it has to see how Dispatch synchronizes.
DH_HIDDEN void *dh_next(const char *name);

/// libdispatch's own function, looked up once per call site.
#define DH_NEXT(type, name) ({ \
  static __typeof__(type) known; \
  __typeof__(type) found = __atomic_load_n(&known, __ATOMIC_RELAXED); \
  if (found == NULL) { \
    found = (__typeof__(type))dh_next(name); \
    __atomic_store_n(&known, found, __ATOMIC_RELAXED); \
  } \
  if (found == NULL) abort(); \
  found; \
})

/// The documented layout of a block (clang's Block ABI).
typedef struct block {
  void *class;
  int flags;
  int reserved;
  void (*invoke)(struct block *);
  const struct block_descriptor *descriptor;
} block;

typedef struct block_descriptor {
  unsigned long reserved;
  unsigned long size;
  void (*copy)(void *destination, const void *source);
  void (*dispose)(const void *disposed);
} block_descriptor;

typedef void (*work_function)(void *context);

// MARK: Places (places.c)

/// The address in the app's code from which an interposed function was called, directly or through the Swift overlay; NULL if
/// the caller is not the app. `caller` is the function's return address.
DH_HIDDEN const void *dh_place(const void *caller);
/// The same through any number of libraries. For a release at the end of a variable's lifetime: the function of that variable.
DH_HIDDEN const void *dh_origin(const void *caller);
/// For use in an interposed function itself.
#define DH_CALLER() __builtin_return_address(0)
#define DH_PLACE() dh_place(DH_CALLER())

// MARK: Watching (watch.c, groups.c, objects.c)

extern DH_HIDDEN carob_dispatch_reporter dh_reporter;
extern DH_HIDDEN pthread_mutex_t dh_lock;
DH_HIDDEN bool dh_is_watching(void);
DH_HIDDEN bool dh_is_main_thread(void);
/// Whether it is an address in libdispatch.
DH_HIDDEN bool dh_is_of_dispatch(const void *address);
DH_HIDDEN void dh_warn(const char *rule, const void *place, const char *format, ...)
  __attribute__((format(printf, 3, 4)));
/// After how many seconds of the process's clock unfinished work is reported.
enum { DH_PATIENCE = 10 };
/// Runs `check` on a global queue after `DH_PATIENCE`.
DH_HIDDEN void dh_check_later(void *context, work_function check);

/// The calls of libdispatch that this thread is in, innermost last. They explain a trap inside libdispatch.
typedef enum { DH_SYNC, DH_GROUP_LEAVE, DH_RELEASE, DH_RESUME } dh_request_kind;
typedef struct dh_request {
  dh_request_kind kind;
  void *object;
  const void *caller;
  struct dh_request *outer;
} dh_request;
extern DH_HIDDEN _Thread_local dh_request *dh_requests;
#define DH_ASKING(request_kind, requested_object) \
  dh_request request = { \
    .kind = request_kind, .object = requested_object, .caller = DH_CALLER(), .outer = dh_requests}; \
  dh_requests = &request
#define DH_ASKED() dh_requests = request.outer

// Groups (groups.c)

typedef struct dh_group dh_group;
/// The record of a group; NULL if misuse is not reported.
DH_HIDDEN dh_group *dh_group_of(void *group);
DH_HIDDEN void dh_group_task(dh_group *group, int change);
/// Called when a work item that had not begun was cancelled.
DH_HIDDEN void dh_groups_note_cancelled(const void *place);

// Sources (objects.c)

/// Whether `object` is a source that was never resumed, and where it was created.
DH_HIDDEN bool dh_source_is_dormant(void *object, const void **place);
/// Whether `object` was suspended more often than resumed, and where last.
DH_HIDDEN bool dh_is_suspended(void *object, const void **place);

// Files (files.c)

typedef struct dh_file dh_file;
/// The file that a source watches; NULL for every other source.
DH_HIDDEN dh_file *dh_file_of(void *source);
DH_HIDDEN int dh_file_begin(uintptr_t handle, dh_file **made);
DH_HIDDEN void dh_file_made(dh_file *file, void *source);
DH_HIDDEN void dh_file_forget(void *context);
/// Reads the events. Returns whether the app's handler is to be called.
DH_HIDDEN bool dh_file_collect(dh_file *file);
DH_HIDDEN uintptr_t dh_file_events(const dh_file *file);
DH_HIDDEN uintptr_t dh_file_mask(const dh_file *file);
DH_HIDDEN int dh_file_descriptor(const dh_file *file);
/// Makes the source read its file's events although it has no handler.
DH_HIDDEN void dh_file_set_default_handler(void *source, dh_file *file);

// Work items (causes.c)

/// Whether the item has begun; a block that is not a work item counts as begun.
DH_HIDDEN bool dh_item_has_begun(block *item);

#endif
