// Finds the app's code that called an interposed function. The frames in between are those of the Swift overlay, which has no frame
// pointers, so they are unwound. Other callers are recognized by their address, without unwinding.

#include "internal.h"

#include <execinfo.h>
#include <string.h>

typedef enum { UNKNOWN, OVERLAY, SYSTEM, APP } owner;

static bool begins(const char *text, const char *start) { return strncmp(text, start, strlen(start)) == 0; }

static owner owner_of_image(const char *path) {
  const char *slash = strrchr(path, '/');
  const char *name = slash == NULL ? path : slash + 1;
  if (begins(name, "libswiftDispatch")) return OVERLAY;
  // A name with a full stop is matched completely, because the name of an app's module may begin as a framework's. The SDK's
  // frameworks are those of Sources/SDK/Frameworks.txt.
  static const char *const systems[] = {
    "libswift", "libFoundation", "lib_Foundation", "libdispatch", "libBlocksRuntime", "libCarob", "libXCTest",
    "libTesting", "lib_Testing", "libc.", "libstdc++", "ld-linux", "libAudioToolbox.", "libAVFoundation.", "libAVKit.", "libContacts.",
    "libCoreData.", "libCoreLocation.", "libCoreMotion.", "libMapKit.", "libMediaPlayer.", "libUserNotificationsUI.",
    "libUniformTypeIdentifiers.", "libMobileCoreServices.", "libImageIO."};
  for (size_t i = 0; i < sizeof systems / sizeof *systems; i++) {
    if (begins(name, systems[i])) return SYSTEM;
  }
  return APP;
}

int carob_is_app_image(const char *path) { return owner_of_image(path) == APP; }

static owner look_up(const void *address) {
  Dl_info image;
  if (dladdr(address, &image) == 0 || image.dli_fname == NULL) return SYSTEM;
  return owner_of_image(image.dli_fname);
}

int carob_is_static_address(const void *address) {
  Dl_info image;
  return dladdr(address, &image) != 0;
}

/// Caches the owners of addresses; on a collision an address is looked up again.
static owner owner_of(const void *address) {
  enum { SIZE = 1024 };
  static uint64_t known[SIZE];
  uint64_t key = (uint64_t)(uintptr_t)address << 2;
  uint64_t *slot = &known[(key * UINT64_C(0x9E3779B97F4A7C15)) >> 54];
  uint64_t value = __atomic_load_n(slot, __ATOMIC_RELAXED);
  if ((value & ~UINT64_C(3)) == key && (value & 3) != UNKNOWN) return (owner)(value & 3);
  owner found = look_up(address);
  __atomic_store_n(slot, key | found, __ATOMIC_RELAXED);
  return found;
}

/// The first frame of the app from `caller` on, if the frames before it belong to the overlay or to `passed`.
static const void *find_app(const void *caller, owner passed) {
  enum { DEPTH = 32 };
  void *frames[DEPTH];
  int count = backtrace(frames, DEPTH), index = 0;
  while (index < count && frames[index] != caller) index++;
  for (; index < count; index++) {
    owner found = owner_of(frames[index]);
    if (found == APP) return frames[index];
    if (found != OVERLAY && found != passed) return NULL;
  }
  return NULL;
}

const void *dh_place(const void *caller) {
  switch (owner_of(caller)) {
  case APP: return caller;
  case OVERLAY: return find_app(caller, OVERLAY);
  default: return NULL;
  }
}

const void *dh_origin(const void *caller) { return owner_of(caller) == APP ? caller : find_app(caller, SYSTEM); }
