// Network: URLSession's transfers use libcurl's multi interface. A transfer is external work from when it is added until it is
// removed.

#include "internal.h"

#include <dlfcn.h>

typedef int (*transfer_function)(void *multi, void *transfer);

static transfer_function look_up(const char *name) { return (transfer_function)dlsym(RTLD_NEXT, name); }

VT_INTERPOSE int curl_multi_add_handle(void *multi, void *transfer) {
  static transfer_function real;
  if (real == NULL) real = look_up("curl_multi_add_handle");
  if (real == NULL) return -1;
  int failure = real(multi, transfer);
  if (failure == 0 && vt_calling_thread() != NULL) vt_external_work_begin();
  return failure;
}

VT_INTERPOSE int curl_multi_remove_handle(void *multi, void *transfer) {
  static transfer_function real;
  if (real == NULL) real = look_up("curl_multi_remove_handle");
  if (real == NULL) return -1;
  int failure = real(multi, transfer);
  if (failure == 0 && vt_calling_thread() != NULL && vt_external_work > 0) vt_external_work_end();
  return failure;
}
