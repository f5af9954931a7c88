# Functions and variables shared by the launcher and the scripts. Sourced by bash; `root` is the repository.

build="$root/.build"
sdk="$build/carob-sdk"
# Where SwiftPM builds the optimized SDK. It is not the folder of the command and the tests, which SwiftPM locks while it builds there.
sdk_build="$build/optimized"

# say TEXT: prints a message to standard error; standard output is reserved for the command.
say() { printf 'carob: %s\n' "$*" >&2; }

# fail STATUS TEXT: prints the message and exits with the status.
fail() {
  local status=$1
  shift
  say "$*"
  exit "$status"
}

# toolchain: prints an identification of the Swift toolchain without starting it (a stat instead of 60 ms).
toolchain() {
  local swift
  swift=$(type -P swift) || return 1
  swift=$(readlink -f "$swift")
  stat -c '%n %s %Y' "$swift"
}

# is_fresh STAMP PATH... [-- FIND-EXPRESSION...]: whether nothing below the paths has changed since the stamp file was written, and the
# toolchain and the place of the repository are those of the stamp. A file or folder that is newer than the stamp is compared by content:
# what was only touched, or edited and restored, is fresh.
is_fresh() {
  local stamp=$1 now
  shift
  [[ -f $stamp ]] || return 1
  toolchain_found=${toolchain_found:-$(toolchain)}
  [[ $(<"$stamp") == "$root $toolchain_found" ]] || return 1
  [[ -n $(find_below "$@" ++ -newer "$stamp" -not -name '.*' -print -quit) ]] || return 0
  [[ -f $stamp.content ]] || return 1
  now=$(mktemp) || return 1
  if [[ $(content_of "$@") != "$(<"$stamp.content")" ]]; then
    rm -f "$now"
    return 1
  fi
  touch -r "$now" "$stamp"  # so that the next time the dates suffice
  rm -f "$now"
}

# content_of PATH... [-- FIND-EXPRESSION...]: a digest of the names and contents of the files below the paths.
content_of() {
  find_below "$@" ++ -type f -not -name '.*' -print0 | LC_ALL=C sort -z | xargs -0 -r sha256sum | sha256sum
}

# find_below PATH... [-- FIND-EXPRESSION...] ++ FIND-EXPRESSION...: runs find with both expressions.
find_below() {
  local paths=() expression=()
  while [[ $1 != -- && $1 != ++ ]]; do
    paths+=("$1")
    shift
  done
  local word
  for word in "$@"; do [[ $word == -- || $word == ++ ]] || expression+=("$word"); done
  find -L "${paths[@]}" "${expression[@]}" 2>/dev/null
}

# begin_stamp STAMP PATH... [-- FIND-EXPRESSION...]: notes what the paths hold before a build, so that an edit during it counts as newer.
# Prints the name for mark_fresh.
begin_stamp() {
  local begun="$1.begun.$$"
  mkdir -p "${1%/*}"
  : >"$begun.time"
  content_of "${@:2}" >"$begun.content"
  printf '%s' "$begun"
}

# mark_fresh STAMP BEGUN: the build that began with begin_stamp has succeeded.
mark_fresh() {
  printf '%s' "$root $(toolchain)" >"$2"
  touch -r "$2.time" "$2"
  mv "$2.content" "$1.content"
  touch "$1.content"  # the time at which the build was done
  mv "$2" "$1"
  rm -f "$2.time"
}

# forget_stamp BEGUN: the build that began with begin_stamp has failed.
forget_stamp() { rm -f "$1" "$1.time" "$1.content"; }

# Frameworks that are libraries of their own, by the names that apps import (Sources/SDK/Frameworks.txt).
framework_names=()
declare -A framework_built framework_needs framework_with
while read -r name built needs with; do
  [[ -n $name && $name != '#'* ]] || continue
  framework_names+=("$name")
  framework_built[$name]=$built
  framework_needs[$name]=${needs//[,-]/ }
  framework_with[$name]=${with//[,-]/ }
done <"$root/Sources/SDK/Frameworks.txt"

# Paths whose change makes the command, or the SDK, stale. The first excludes sources that only the SDK compiles, both exclude those that
# only a framework's library compiles.
command_sources=("$root/Package.swift" "$root/Sources")
sdk_sources=(
  "$root/Package.swift" "$root/Sources/SDK" "$root/Sources/Shared"
  "$root/Sources/CarobHost" "$root/script/build-sdk" "$root/script/library.sh"
)
for name in CVirtualTime CDispatchHooks CPreferenceHooks CEqualityHooks CThreads LayoutSolver GestureMachines CarobFoundation CoreGraphics QuartzCore UserNotifications UIKitDrawing UIKit CarobInspection CarobSDKModules; do
  command_pruned+=(-path "$root/Sources/SDK/$name" -prune -o)
done
for name in "${framework_names[@]}"; do
  command_pruned+=(-path "$root/Sources/SDK/$name" -prune -o)
  sdk_pruned+=(-path "$root/Sources/SDK/$name" -prune -o)
  for part in ${framework_with[$name]}; do sdk_pruned+=(-path "$root/Sources/Shared/$part" -prune -o); done
done
command_stamp="$build/carob-command.stamp"
sdk_stamp="$sdk/stamp"

# sdk_is_fresh: whether the SDK that every app loads is built from the sources as they are. Its library must not be newer: the tests' build
# writes it, too, perhaps from other sources.
sdk_is_fresh() {
  local library=$sdk_build/release/libCarobSDK.so
  ((!development)) || library=$sdk_build/debug/libCarobSDK.so
  [[ -f $sdk/sdk.json ]] || return 1
  [[ ! -f $sdk_stamp.content || ! $library -nt $sdk_stamp.content ]] || return 1
  is_fresh "$sdk_stamp" "${sdk_sources[@]}" -- "${sdk_pruned[@]}"
}

# use_development_sdk: makes these scripts use the SDK that is not optimized, for contributors.
use_development_sdk() {
  development=1
  sdk="$build/carob-sdk-development"
  sdk_build="$build"
  sdk_stamp="$sdk/stamp"
}
development=0
[[ -z ${CAROB_DEVELOPMENT:-} ]] || use_development_sdk

# Modules that apps import by Apple's name and that are built under another name, as NAME=BUILT (Decisions/0043).
module_aliases=(os=CarobOS OSLog=CarobOSLog)

# build_time_layer LIBRARY: builds the time layer without SwiftPM, which builds only one product at a time.
build_time_layer() {
  local swift
  swift=$(readlink -f "$(type -P swift)")
  "${swift%/*}/clang" -std=gnu11 -O2 -g -fPIC -fblocks -fno-omit-frame-pointer -Wall -Wextra -Werror -shared -I "$root/Sources/SDK/CVirtualTime/include" \
    "$root"/Sources/SDK/CVirtualTime/*.c -o "$1" -ldl
}

# Options of the builds that are not optimized. In CI nobody browses the code: without an index the compilers need a seventh less time.
# NB: without debug information it would be another tenth, but the places of calls and misuse are found by it.
debug_options=()
[[ -z ${CI:-} ]] || debug_options=(--disable-index-store)

# compiling COMMAND...: runs a compiling command with an allocator that speeds up compilers, if it is installed (libmimalloc2.0).
compiling() {
  local allocator
  allocator=$(compgen -G '/usr/lib/*/libmimalloc.so.2' | head -1)
  if [[ -n $allocator ]]; then
    LD_PRELOAD="$allocator${LD_PRELOAD:+:$LD_PRELOAD}" MIMALLOC_LARGE_OS_PAGES=1 "$@"
  else
    "$@"
  fi
}

# guarded COMMAND...: runs a command that gets SIGTERM if this script ends first, in whatever way. It has its own session, by which its
# compilers are found: swift build leaves compilers running for which it is not waiting.
guarded() {
  local command guard status=0
  setsid "$@" &
  command=$!
  setsid bash -c '
    tail --pid="$1" -s 0.2 -f /dev/null
    kill "$2"
    for _ in {1..100}; do kill -0 "$2" || break; sleep 0.1; done
    pkill -KILL -s "$2"
  ' guard "$$" "$command" >/dev/null 2>&1 &
  guard=$!
  wait "$command" || status=$?
  kill -- "-$guard" 2>/dev/null
  return "$status"
}

# counted TITLE COMMAND...: runs a swift build with one line of progress; on failure shows the errors. With CAROB_PROGRESS=lines it prints
# one line per step, for a program that reads them.
counted() {
  local title=$1 log status start now shown=0 line
  shift
  log=$(mktemp)
  start=$SECONDS
  "$@" 2>&1 | tee "$log" | while IFS= read -r line; do
    [[ $line =~ ^\[([0-9]+/[0-9]+)\] ]] || continue
    now=$SECONDS
    if [[ ${CAROB_PROGRESS:-} == lines ]]; then
      say "$title ${BASH_REMATCH[1]} ($((now - start)) s)"
    elif [[ -t 2 ]]; then
      printf '\r\033[Kcarob: %s %s (%d s)' "$title" "${BASH_REMATCH[1]}" $((now - start)) >&2
    elif ((now - shown >= 10)); then
      say "$title ${BASH_REMATCH[1]} ($((now - start)) s)"
      shown=$now
    fi
  done
  status=${PIPESTATUS[0]}
  [[ -t 2 ]] && printf '\r\033[K' >&2
  if ((status == 0)); then
    say "$title: done in $((SECONDS - start)) s"
  else
    grep -E 'error:|fatal' "$log" | sort -u | head -40 >&2 || tail -20 "$log" >&2
  fi
  rm -f "$log"
  return "$status"
}

# project_of ARGUMENT...: prints the project among the arguments of a subcommand: the first that is neither an option nor its value.
project_of() {
  while (($#)); do
    case $1 in
      --port | --device | --configuration | -o | --trace | --perfetto | --snapshot | --seed | --limit | --timeout | \
        --network | --monkey | --runs | --target | --profile | --filter | --xunit | --shard | --repeat)
        shift
        ;;
      -*) ;;
      *)
        printf '%s' "$1"
        return
        ;;
    esac
    shift
  done
}
