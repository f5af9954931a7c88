# What the launcher and the scripts share. Sourced by bash; `root` is the repository.

build="$root/.build"
sdk="$build/carob-sdk"

# say TEXT: a line for people, never on standard output, which belongs to the command.
say() { printf 'carob: %s\n' "$*" >&2; }

# fail STATUS TEXT
fail() {
  local status=$1
  shift
  say "$*"
  exit "$status"
}

# toolchain: what identifies the Swift toolchain without starting it (a stat instead of 60 ms).
toolchain() {
  local swift
  swift=$(type -P swift) || return 1
  swift=$(readlink -f "$swift")
  stat -c '%n %s %Y' "$swift"
}

# is_fresh STAMP PATH... [-- FIND-EXPRESSION...]: whether nothing below the paths is newer than the stamp file, and the toolchain and the
# place of the repository are those of the stamp. Folders count too, so that a deleted file is noticed.
is_fresh() {
  local stamp=$1 paths=()
  shift
  while (($#)) && [[ $1 != -- ]]; do
    paths+=("$1")
    shift
  done
  [[ ${1:-} == -- ]] && shift
  [[ -f $stamp ]] || return 1
  toolchain_found=${toolchain_found:-$(toolchain)}
  [[ $(<"$stamp") == "$root $toolchain_found" ]] || return 1
  [[ -z $(find -L "${paths[@]}" "$@" -newer "$stamp" -not -name '.*' -print -quit 2>/dev/null) ]]
}

# mark_fresh STAMP BEGUN: BEGUN is a file made before the build began, so that an edit during it counts as newer.
mark_fresh() {
  printf '%s' "$root $(toolchain)" >"$2"
  touch -r "$2.time" "$2"
  mv "$2" "$1"
  rm -f "$2.time"
}

# begin_stamp STAMP: prints the name for mark_fresh.
begin_stamp() {
  local begun="$1.begun.$$"
  mkdir -p "${1%/*}"
  : >"$begun.time"
  printf '%s' "$begun"
}

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

# Paths whose change makes the command, or the SDK, stale. What only the SDK compiles is left out of the first, what only a framework's
# library compiles out of both.
command_sources=("$root/Package.swift" "$root/Sources")
sdk_sources=(
  "$root/Package.swift" "$root/Sources/SDK" "$root/Sources/Shared"
  "$root/Sources/CarobHost" "$root/script/build-sdk"
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

# sdk_is_fresh: whether the SDK that every app loads is built from the sources as they are.
sdk_is_fresh() { [[ -f $sdk/sdk.json ]] && is_fresh "$sdk_stamp" "${sdk_sources[@]}" -- "${sdk_pruned[@]}"; }

# use_development_sdk: the SDK of these scripts is the one that is not optimized, for contributors.
use_development_sdk() {
  development=1
  sdk="$build/carob-sdk-development"
  sdk_stamp="$sdk/stamp"
}
development=0
[[ -z ${CAROB_DEVELOPMENT:-} ]] || use_development_sdk

# Modules that apps import by Apple's name and that are built by another, as NAME=BUILT (Decisions/0043).
module_aliases=(os=CarobOS OSLog=CarobOSLog)

# compiling COMMAND...: runs something that compiles with an allocator that suits compilers, where it is installed (libmimalloc2.0).
compiling() {
  local allocator
  allocator=$(compgen -G '/usr/lib/*/libmimalloc.so.2' | head -1)
  if [[ -n $allocator ]]; then
    LD_PRELOAD="$allocator${LD_PRELOAD:+:$LD_PRELOAD}" MIMALLOC_LARGE_OS_PAGES=1 "$@"
  else
    "$@"
  fi
}

# guarded COMMAND...: runs a command that is told to end (SIGTERM) when this script ends before it, however that ends. It has a session
# of its own, by which its compilers are found: swift build leaves those running that it is not waiting for.
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

# counted TITLE COMMAND...: runs a swift build and shows one line that counts; on failure shows the errors. CAROB_PROGRESS=lines: for a
# program that reads a line for each step.
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

# project_of ARGUMENT...: the project among the arguments of a subcommand: the first that is no option or its value.
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
