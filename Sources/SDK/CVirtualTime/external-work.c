// External work: child processes, network transfers, writes that another process must read, and what the SDK tracks with
// carob_vt_hold. The clock does not jump while there is some, so that its end does not depend on how fast the machine is.

#include "internal.h"

#include <stdlib.h>

int vt_external_work;

/// Set when external work took longer than the limit, until new work begins.
static bool given_up;

void vt_external_work_begin(void) {
  __atomic_add_fetch(&vt_external_work, 1, __ATOMIC_SEQ_CST);
  given_up = false;
}

void vt_external_work_end(void) {
  if (__atomic_sub_fetch(&vt_external_work, 1, __ATOMIC_SEQ_CST) == 0) given_up = false;
}

bool vt_external_work_holds_clock(int64_t waited) {
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
    "the clock no longer waits for it, so this run may differ from others", (double)limit * 1e-9);
  return false;
}

VT_INTERPOSE void carob_vt_hold(int delta) {
  for (; delta > 0; delta--) vt_external_work_begin();
  for (; delta < 0; delta++) vt_external_work_end();
  // Called by a thread that the scheduler does not know: an idle scheduler must check again.
  if (vt_current_mode == VT_VIRTUAL && vt_holder != vt_self) vt_notice_external_change();
}
