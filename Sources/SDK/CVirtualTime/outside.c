// Work outside the process: children, network transfers, writes that another process must drain, and whatever the SDK
// tracks with carob_vt_hold. While some is under way the clock does not jump, because its end is an event of the
// present however long the machine takes for it.

#include "internal.h"

#include <stdlib.h>

int vt_outside_work;

/// Set when work outside outlasted its limit; new work is waited for again.
static bool given_up;

void vt_outside_begin(void) {
  __atomic_add_fetch(&vt_outside_work, 1, __ATOMIC_SEQ_CST);
  given_up = false;
}

void vt_outside_end(void) {
  if (__atomic_sub_fetch(&vt_outside_work, 1, __ATOMIC_SEQ_CST) == 0) given_up = false;
}

bool vt_outside_holds(int64_t waited) {
  static int64_t limit;
  if (given_up) return false;
  if (limit == 0) {
    const char *text = getenv("CAROB_HOLD_LIMIT");
    limit = text != NULL ? (int64_t)(atof(text) * (double)VT_SECOND) : 10 * VT_SECOND;
    if (limit <= 0) limit = 1;
  }
  if (waited < limit) return true;
  given_up = true;
  vt_report(
    "work outside the app (a child process, a transfer) has not ended after %.1f real seconds; "
    "the clock goes on without it, so this run may differ from others", (double)limit * 1e-9);
  return false;
}

VT_INTERPOSE void carob_vt_hold(int delta) {
  for (; delta > 0; delta--) vt_outside_begin();
  for (; delta < 0; delta++) vt_outside_end();
  // From a foreign thread: the idle scheduler must look again.
  if (vt_current_mode == VT_VIRTUAL && vt_holder != vt_self) vt_notice_outside_change();
}
