#define _GNU_SOURCE
#include "CPreferenceHooks.h"

#include "refused-changes.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef const void *object;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void (*on_change)(void);
/// The names of the applications and suites whose domains have changed; each is retained.
static object *changed;
static size_t changed_count, changed_capacity;

#define NEXT(type, name) ((type)dlsym(RTLD_NEXT, name))

// MARK: Changes

static bool add(object name) {
  typedef unsigned char (*equal)(object, object);
  typedef object (*retain)(object);
  for (size_t i = 0; i < changed_count; i++) {
    if (changed[i] == name || NEXT(equal, "CFEqual")(changed[i], name)) return false;
  }
  if (changed_count == changed_capacity) {
    size_t capacity = changed_capacity == 0 ? 4 : 2 * changed_capacity;
    object *grown = realloc(changed, capacity * sizeof *grown);
    if (grown == NULL) return false;
    changed = grown;
    changed_capacity = capacity;
  }
  changed[changed_count++] = NEXT(retain, "CFRetain")(name);
  return true;
}

void CFPreferencesSetAppValue(object key, object value, object application) {
  typedef void (*set)(object, object, object);
  static _Atomic(set) found;
  set next = atomic_load_explicit(&found, memory_order_relaxed);
  if (next == NULL) {
    next = NEXT(set, "CFPreferencesSetAppValue");
    atomic_store_explicit(&found, next, memory_order_relaxed);
  }
  next(key, value, application);
  pthread_mutex_lock(&lock);
  void (*report)(void) = add(application) ? on_change : NULL;
  pthread_mutex_unlock(&lock);
  if (report != NULL) report();
}

void carob_preferences_watch(void (*report)(void)) {
  pthread_mutex_lock(&lock);
  on_change = report;
  pthread_mutex_unlock(&lock);
}

// MARK: Saving

/// The file that the calling thread replaces, and the file that is written instead; empty while there is none.
static _Thread_local bool is_saving;
static _Thread_local char replaced[PATH_MAX], written[PATH_MAX];

unsigned char CFPreferencesAppSynchronize(object application) {
  typedef unsigned char (*synchronize)(object);
  static _Atomic(synchronize) found;
  synchronize next = atomic_load_explicit(&found, memory_order_relaxed);
  if (next == NULL) {
    next = NEXT(synchronize, "CFPreferencesAppSynchronize");
    atomic_store_explicit(&found, next, memory_order_relaxed);
  }
  is_saving = true;
  replaced[0] = 0;
  unsigned char result = next(application);
  is_saving = false;
  // Atomic: if the app is ended before this, the file is unchanged.
  if (replaced[0] != 0 && rename(written, replaced) != 0) result = 0;
  return result;
}

void carob_preferences_save(void) {
  typedef void (*release)(object);
  if (__atomic_load_n(&changed_count, __ATOMIC_RELAXED) == 0) return;
  pthread_mutex_lock(&lock);
  object *names = changed;
  size_t count = changed_count;
  changed = NULL;
  changed_count = changed_capacity = 0;
  pthread_mutex_unlock(&lock);
  for (size_t i = 0; i < count; i++) {
    CFPreferencesAppSynchronize(names[i]);
    NEXT(release, "CFRelease")(names[i]);
  }
  free(names);
}

/// The file that is written instead of a preference file; `path` itself for any other file.
// NB: not static, because in virtual time that layer's functions for opening files are found before these, and call this one.
const char *carob_path_for_opening(const char *path, int flags) {
  if (!is_saving) return path;
  // Foundation tries again after it has created the folder; it also reads back what it wrote, and repeats until both are equal.
  if (replaced[0] != 0) return strcmp(path, replaced) == 0 ? written : path;
  if ((flags & O_TRUNC) == 0) return path;
  size_t length = strlen(path);
  if (length < 6 || strcmp(path + length - 6, ".plist") != 0) return path;
  if (length + sizeof ".new" > sizeof written) return path;
  memcpy(replaced, path, length + 1);
  snprintf(written, sizeof written, "%s.new", path);
  return written;
}

typedef int (*opener)(const char *, int, ...);

// NB: Foundation opens the file with one of these. As in libc, there is a mode only if the flags require one.
#define OPEN(name)                                                             \
  int name(const char *path, int flags, ...) {                                 \
    static _Atomic(opener) found;                                              \
    opener next = atomic_load_explicit(&found, memory_order_relaxed);          \
    if (next == NULL) {                                                        \
      next = NEXT(opener, #name);                                              \
      atomic_store_explicit(&found, next, memory_order_relaxed);               \
    }                                                                          \
    va_list arguments;                                                         \
    va_start(arguments, flags);                                                \
    unsigned mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, unsigned) : 0; \
    va_end(arguments);                                                         \
    int file = next(carob_path_for_opening(path, flags), flags, mode);                      \
    if (file < 0) carob_correct_refusal();                                     \
    return file;                                                               \
  }
OPEN(open)
OPEN(open64)
