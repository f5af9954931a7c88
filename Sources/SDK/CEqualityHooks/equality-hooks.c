#define _GNU_SOURCE
#include "CEqualityHooks.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef const void *object;

/// Whether Foundation would find type number 0 in the object, which no type has.
///
/// NB: an object without stored properties ends before that word. Foundation reads it nevertheless, and so does this: the smallest block
/// of the allocator has 24 bytes.
static bool has_no_type(object object) { return (((const uint64_t *)object)[2] >> 8 & 0x3ff) == 0; }

// NB: the functions found are atomic, because several threads may look them up at once.

unsigned char CFEqual(object first, object second) {
  typedef unsigned char (*equal)(object, object);
  static _Atomic(equal) found;
  if (first == second && first != NULL) return 1;
  if (first != NULL && second != NULL && has_no_type(first) && has_no_type(second)) {
    return carob_objects_are_equal(first, second);
  }
  equal next = atomic_load_explicit(&found, memory_order_relaxed);
  if (next == NULL) {
    next = (equal)dlsym(RTLD_NEXT, "CFEqual");
    atomic_store_explicit(&found, next, memory_order_relaxed);
  }
  return next(first, second);
}

unsigned long CFHash(object object) {
  typedef unsigned long (*hash)(const void *);
  static _Atomic(hash) found;
  if (object != NULL && has_no_type(object)) return carob_object_hash(object);
  hash next = atomic_load_explicit(&found, memory_order_relaxed);
  if (next == NULL) {
    next = (hash)dlsym(RTLD_NEXT, "CFHash");
    atomic_store_explicit(&found, next, memory_order_relaxed);
  }
  return next(object);
}
