// Eventfds that only this process signals, through write or eventfd_write. Their owner declares them. Their state is known then
// until they are signalled again: a run loop that checks whether it was woken needs no system call.

#include "internal.h"

#include <sys/eventfd.h>

enum { MOST = 16 };

typedef struct {
  /// -1 for a free entry. Set with the baton.
  int descriptor;
  /// Incremented before and after each signal, on any thread.
  uint32_t signals;
  /// The value of `signals` before the kernel last reported the eventfd as not readable. Used with the baton.
  uint32_t signals_when_quiet;
  bool was_quiet;
} known_eventfd;

static known_eventfd known[MOST];
static int known_count;

static known_eventfd *find(int descriptor) {
  for (int i = 0; i < known_count; i++) {
    if (known[i].descriptor == descriptor) return &known[i];
  }
  return NULL;
}

VT_INTERPOSE void carob_vt_own_eventfd(int descriptor) {
  if (vt_calling_thread() == NULL || descriptor < 0 || find(descriptor) != NULL) return;
  known_eventfd *place = find(-1);
  if (place == NULL) {
    if (known_count == MOST) return;
    place = &known[known_count];
  }
  place->was_quiet = false;
  place->descriptor = descriptor;
  if (place == &known[known_count]) known_count++;
}

void vt_eventfd_closed(int descriptor) {
  known_eventfd *eventfd = find(descriptor);
  if (eventfd != NULL) eventfd->descriptor = -1;
}

void vt_eventfd_signalled(int descriptor) {
  if (VT_LIKELY(known_count == 0)) return;
  known_eventfd *eventfd = find(descriptor);
  if (eventfd != NULL) __atomic_add_fetch(&eventfd->signals, 1, __ATOMIC_SEQ_CST);
}

bool vt_eventfds_are_quiet(const struct pollfd *descriptors, nfds_t count) {
  for (nfds_t i = 0; i < count; i++) {
    if (descriptors[i].fd < 0) continue;
    known_eventfd *eventfd = descriptors[i].events == POLLIN ? find(descriptors[i].fd) : NULL;
    if (eventfd == NULL || !eventfd->was_quiet) return false;
    if (__atomic_load_n(&eventfd->signals, __ATOMIC_SEQ_CST) != eventfd->signals_when_quiet) return false;
  }
  return true;
}

void vt_eventfds_before_poll(const struct pollfd *descriptors, nfds_t count) {
  for (nfds_t i = 0; i < count; i++) {
    known_eventfd *eventfd = descriptors[i].events == POLLIN ? find(descriptors[i].fd) : NULL;
    if (eventfd == NULL) continue;
    eventfd->was_quiet = false;
    eventfd->signals_when_quiet = __atomic_load_n(&eventfd->signals, __ATOMIC_SEQ_CST);
  }
}

void vt_eventfds_after_poll(const struct pollfd *descriptors, nfds_t count) {
  for (nfds_t i = 0; i < count; i++) {
    known_eventfd *eventfd = descriptors[i].events == POLLIN ? find(descriptors[i].fd) : NULL;
    if (eventfd != NULL) eventfd->was_quiet = descriptors[i].revents == 0;
  }
}

VT_INTERPOSE int eventfd_write(int descriptor, eventfd_t value) {
  return write(descriptor, &value, sizeof value) == sizeof value ? 0 : -1;
}
