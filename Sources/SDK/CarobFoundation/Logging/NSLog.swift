import Foundation

// Writes a formatted message to standard error and into the trace.
//
// NB: one function for each number of arguments, because a variadic one would be ambiguous with the
// toolchain's for clients that also import Foundation; these overloads are preferred. With more than eight
// arguments the toolchain's function is called, whose output is not in the trace. The three overloads for one
// literal are preferred where a generic one is not.

public func NSLog(_ format: String) { write(format, []) }
public func NSLog(_ format: String, _ a: Int) { write(format, [a]) }
public func NSLog(_ format: String, _ a: Double) { write(format, [a]) }
public func NSLog(_ format: String, _ a: String) { write(format, [a]) }
public func NSLog<A: CVarArg>(_ format: String, _ a: A) { write(format, [a]) }
public func NSLog(_ format: String, _ a: any CVarArg, _ b: any CVarArg) { write(format, [a, b]) }
public func NSLog(_ format: String, _ a: any CVarArg, _ b: any CVarArg, _ c: any CVarArg) {
  write(format, [a, b, c])
}
public func NSLog(_ format: String, _ a: any CVarArg, _ b: any CVarArg, _ c: any CVarArg, _ d: any CVarArg) {
  write(format, [a, b, c, d])
}
public func NSLog(
  _ format: String, _ a: any CVarArg, _ b: any CVarArg, _ c: any CVarArg, _ d: any CVarArg, _ e: any CVarArg
) { write(format, [a, b, c, d, e]) }
public func NSLog(
  _ format: String, _ a: any CVarArg, _ b: any CVarArg, _ c: any CVarArg, _ d: any CVarArg, _ e: any CVarArg,
  _ f: any CVarArg
) { write(format, [a, b, c, d, e, f]) }
public func NSLog(
  _ format: String, _ a: any CVarArg, _ b: any CVarArg, _ c: any CVarArg, _ d: any CVarArg, _ e: any CVarArg,
  _ f: any CVarArg, _ g: any CVarArg
) { write(format, [a, b, c, d, e, f, g]) }
public func NSLog(
  _ format: String, _ a: any CVarArg, _ b: any CVarArg, _ c: any CVarArg, _ d: any CVarArg, _ e: any CVarArg,
  _ f: any CVarArg, _ g: any CVarArg, _ h: any CVarArg
) { write(format, [a, b, c, d, e, f, g, h]) }

private func write(_ format: String, _ arguments: [any CVarArg]) {
  SystemLog.write(String(format: format, arguments: arguments))
}
