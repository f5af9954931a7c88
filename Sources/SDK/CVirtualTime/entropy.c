// Entropy: all random numbers come from one generator, seeded by the device (CAROB_SEED). Swift's SystemRandomNumberGenerator calls
// syscall(SYS_getrandom), Foundation's UUID reads /dev/urandom.
//
// NB: not secure, intentionally: two runs with the same seed must get the same numbers.

#include "internal.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>

static uint64_t state;

void vt_entropy_seed(uint64_t seed) { state = seed * UINT64_C(0xD1342543DE82EF95) + UINT64_C(0x9E3779B97F4A7C15); }

/// SplitMix64: every state gives another number, and every seed can be used.
static uint64_t next_number(void) {
  state += UINT64_C(0x9E3779B97F4A7C15);
  uint64_t mixed = state;
  mixed = (mixed ^ (mixed >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94D049BB133111EB);
  return mixed ^ (mixed >> 31);
}

void vt_entropy_fill(void *buffer, size_t length) {
  char *position = buffer;
  while (length > 0) {
    uint64_t number = next_number();
    size_t piece = length < sizeof number ? length : sizeof number;
    memcpy(position, &number, piece);
    position += piece;
    length -= piece;
  }
}

VT_INTERPOSE ssize_t getrandom(void *buffer, size_t length, unsigned flags) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.getrandom(buffer, length, flags);
  vt_entropy_fill(buffer, length);
  return (ssize_t)length;
}

VT_INTERPOSE int getentropy(void *buffer, size_t length) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.getentropy(buffer, length);
  if (length > 256) {
    errno = EIO;
    return -1;
  }
  vt_entropy_fill(buffer, length);
  return 0;
}

VT_INTERPOSE void arc4random_buf(void *buffer, size_t length) {
  vt_thread *me = vt_calling_thread();
  if (me != NULL) {
    vt_entropy_fill(buffer, length);
  } else if (vt_real.arc4random_buf != NULL) {
    vt_real.arc4random_buf(buffer, length);
  } else {
    for (size_t done = 0; done < length; done += 256) {
      size_t piece = length - done < 256 ? length - done : 256;
      if (vt_real.getentropy((char *)buffer + done, piece) != 0) abort();
    }
  }
}

VT_INTERPOSE uint32_t arc4random(void) {
  uint32_t number;
  arc4random_buf(&number, sizeof number);
  return number;
}

VT_INTERPOSE uint32_t arc4random_uniform(uint32_t bound) {
  if (bound < 2) return 0;
  // Numbers below this one would make the small remainders more frequent.
  uint32_t least = -bound % bound;
  for (;;) {
    uint32_t number = arc4random();
    if (number >= least) return number % bound;
  }
}

// MARK: /dev/random, /dev/urandom

/// Which descriptors are open on a source of random numbers.
static bool *is_open;
static int capacity;

bool vt_is_entropy(int descriptor) { return descriptor >= 0 && descriptor < capacity && is_open[descriptor]; }

void vt_entropy_opened(int descriptor) {
  if (descriptor < 0) return;
  if (descriptor >= capacity) {
    int grown = descriptor * 2 + 16;
    bool *larger = realloc(is_open, (size_t)grown);
    if (larger == NULL) abort();
    memset(larger + capacity, 0, (size_t)(grown - capacity));
    is_open = larger;
    capacity = grown;
  }
  is_open[descriptor] = true;
}

void vt_entropy_closed(int descriptor) {
  if (vt_is_entropy(descriptor)) is_open[descriptor] = false;
}

// MARK: Temporary names

/// Replaces the six X before the last `suffix` characters. Returns false with errno set if they are not there.
static bool fill_template(char *template, int suffix) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  size_t length = strlen(template);
  if (suffix < 0 || length < (size_t)suffix + 6) {
    errno = EINVAL;
    return false;
  }
  char *place = template + length - (size_t)suffix - 6;
  uint64_t number = next_number();
  for (int i = 0; i < 6; i++) {
    place[i] = letters[number % (sizeof letters - 1)];
    number /= sizeof letters - 1;
  }
  return true;
}

static bool ends_in_placeholder(const char *template, int suffix) {
  size_t length = strlen(template);
  return suffix >= 0 && length >= (size_t)suffix + 6 && memcmp(template + length - (size_t)suffix - 6, "XXXXXX", 6) == 0;
}

/// After how many attempts a name is given up, because all names seem to exist.
enum { ATTEMPTS = 10000 };

VT_INTERPOSE int mkostemps(char *template, int suffix, int flags) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.mkostemps(template, suffix, flags);
  if (!ends_in_placeholder(template, suffix)) {
    errno = EINVAL;
    return -1;
  }
  for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (!fill_template(template, suffix)) return -1;
    int access = (flags & ~O_ACCMODE) | O_RDWR | O_CREAT | O_EXCL;
    long result = vt_raw(SYS_openat, AT_FDCWD, template, access, S_IRUSR | S_IWUSR);
    if (result != -EEXIST) return vt_opened((int)vt_result(result));
  }
  errno = EEXIST;
  return -1;
}

VT_INTERPOSE int mkstemps(char *template, int suffix) {
  return vt_calling_thread() == NULL ? vt_real.mkstemps(template, suffix) : mkostemps(template, suffix, 0);
}

VT_INTERPOSE int mkostemp(char *template, int flags) {
  return vt_calling_thread() == NULL ? vt_real.mkostemp(template, flags) : mkostemps(template, 0, flags);
}

VT_INTERPOSE int mkstemp(char *template) {
  return vt_calling_thread() == NULL ? vt_real.mkstemp(template) : mkostemps(template, 0, 0);
}

VT_INTERPOSE char *mkdtemp(char *template) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.mkdtemp(template);
  if (!ends_in_placeholder(template, 0)) {
    errno = EINVAL;
    return NULL;
  }
  for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (!fill_template(template, 0)) return NULL;
    long result = vt_raw(SYS_mkdirat, AT_FDCWD, template, S_IRWXU);
    if (result == 0) return template;
    if (result != -EEXIST) {
      errno = (int)-result;
      return NULL;
    }
  }
  errno = EEXIST;
  return NULL;
}
