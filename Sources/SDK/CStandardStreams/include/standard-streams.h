#pragma once
#include <stddef.h>
#include <sys/types.h>

/// Replaces `stdout` by a line-buffered stream whose lines go to `write_bytes`, in the thread that printed them.
/// Returns 0, or -1 if no stream could be made.
int carob_replace_stdout(ssize_t (*write_bytes)(const char *bytes, size_t count));
