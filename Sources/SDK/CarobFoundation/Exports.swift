@_exported import CarobRuntime
// What a client of the SDK sees of the toolchain's Foundation. Types that the SDK replaces shadow these
// (Documentation/Architecture.md, "Shadowing").
@_exported import Dispatch
@_exported import Foundation
// Weakly linked: an app that asks nothing of a network does not wait for its libraries (Decisions/0030).
@_exported @_weakLinked import FoundationNetworking
@_exported import FoundationXML
