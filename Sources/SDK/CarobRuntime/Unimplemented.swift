/// Warns, once for each text, that an API is not implemented; the caller then returns its neutral value.
package func unimplemented(_ what: String) {
  guard unimplementedTexts.withLock({ $0.insert(what).inserted }) else { return }
  Journal.warn("unimplemented: \(what)")
}

private let unimplementedTexts = Guarded<Set<String>>([])
