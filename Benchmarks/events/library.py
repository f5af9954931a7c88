"""Shared by `run` and `counts`: the location of the SDK, and the compilation of Carob's side."""
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "..", ".."))
BUILD = os.path.join(ROOT, ".build", "benchmarks")


def sdk():
    """The description of the built SDK that apps are compiled against; CAROB_SDK selects another folder."""
    folder = os.environ.get("CAROB_SDK", os.path.join(ROOT, ".build", "carob-sdk"))
    path = os.path.join(folder, "sdk.json")
    if not os.path.exists(path):
        sys.exit(f"no SDK at {path}: run script/build-sdk")
    return json.load(open(path))


def environment():
    settings = sdk()
    paths = [settings["libraries"], settings["runtimeLibraries"]]
    return {**os.environ, "LD_LIBRARY_PATH": ":".join(paths), "SWIFT_BACKTRACE": "enable=no"}


def compile_carob(name="carob-events", *sources):
    """Compiles Carob's side, or other sources, like an app: optimized, against the modules, across the library's boundary."""
    sources = sources or [os.path.join(HERE, "Carob", name) for name in ("main.swift", "Touches.swift")]
    settings = sdk()
    os.makedirs(BUILD, exist_ok=True)
    program = os.path.join(BUILD, name)
    subprocess.run(
        [settings["swiftc"], "-O", "-swift-version", "6", *sources,
         "-I", settings["modules"], *settings["clangArguments"],
         "-L", settings["libraries"], "-lCarobSDK", "-o", program],
        check=True)
    return program
