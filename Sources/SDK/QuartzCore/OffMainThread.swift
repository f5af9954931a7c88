import CarobFoundation

/// Warns when an app uses its views from a thread other than the main thread (M-57, M-130, M-137).
enum OffMainThread {
  private static let said = Guarded(Set<String>())

  static func warn(_ layer: CALayer) {
    // NB: a layer without a view may be prepared anywhere.
    guard let view: AnyObject = layer.owner ?? layer.delegate else { return }
    let name = Journal.className(type(of: view))
    guard said.withLock({ $0.insert(name).inserted }) else { return }
    Journal.warn("UI API called on a background thread: \(name) was changed", rule: "M-57")
  }
}
