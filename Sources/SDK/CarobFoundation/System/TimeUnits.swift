// How many of a unit of time are in another, by the names of the platform's C headers.

public var NSEC_PER_SEC: UInt64 { 1_000_000_000 }
public var NSEC_PER_MSEC: UInt64 { 1_000_000 }
public var NSEC_PER_USEC: UInt64 { 1000 }
public var USEC_PER_SEC: UInt64 { 1_000_000 }
public var MSEC_PER_SEC: UInt64 { 1000 }
