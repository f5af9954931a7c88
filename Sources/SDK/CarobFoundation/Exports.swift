@_exported import CarobRuntime
// What a client of the SDK sees of the toolchain's Foundation. Types that the SDK replaces shadow these
// (Documentation/Architecture.md, "Shadowing").
@_exported import Dispatch
@_exported import Foundation
@_exported import FoundationNetworking
@_exported import FoundationXML
