@_exported import CarobRuntime
// The parts of the toolchain's Foundation that clients of the SDK see. Types that the SDK replaces shadow
// these (Documentation/Architecture.md, "Shadowing").
@_exported import Dispatch
@_exported import Foundation
// Weakly linked, so that apps without networking do not wait for its libraries to load (Decisions/0030).
@_exported @_weakLinked import FoundationNetworking
@_exported import FoundationXML
