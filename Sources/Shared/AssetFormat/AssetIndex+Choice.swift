extension AssetIndex {
  /// The traits that determine which variant of an asset is used.
  public struct Surroundings: Equatable, Sendable {
    public var isDark: Bool
    public var isPad: Bool
    /// The screen's scale: pixels per point.
    public var scale: Int

    public init(isDark: Bool = false, isPad: Bool = false, scale: Int = 2) {
      self.isDark = isDark
      self.isPad = isPad
      self.scale = scale
    }

    fileprivate func suits(idiom: String?, appearance: String?, contrast: String?) -> Bool {
      (idiom == nil || idiom == (isPad ? "ipad" : "iphone"))
        && (appearance == nil || appearance == (isDark ? "dark" : "light")) && contrast == nil
    }
  }
}

extension AssetIndex.ImageSet {
  /// The variant for the surroundings. The device's own is preferred to a universal one, and the appearance's
  /// own to one for any appearance. Then the nearest scale at or above the screen's is preferred, otherwise
  /// the largest.
  public func variant(for surroundings: AssetIndex.Surroundings) -> AssetIndex.ImageVariant? {
    func cost(_ variant: AssetIndex.ImageVariant) -> Int? {
      guard
        surroundings.suits(
          idiom: variant.idiom, appearance: variant.appearance, contrast: variant.contrast),
        variant.direction != "right-to-left"
      else { return nil }
      let screen = surroundings.scale
      let scale = variant.scale ?? screen
      let distance = scale >= screen ? scale - screen : 10 + screen - scale
      return distance + (variant.appearance == nil ? 100 : 0) + (variant.idiom == nil ? 1000 : 0)
        + (variant.widthClass != nil || variant.heightClass != nil ? 10_000 : 0)
    }
    return cheapest(variants, cost)
  }

  /// Whether the image changes with the appearance.
  public var dependsOnAppearance: Bool { Set(variants.map(\.appearance)).count > 1 }
}

extension AssetIndex.ColorSet {
  /// The variant for the surroundings: the device's own is preferred to a universal one, then the
  /// appearance's own.
  public func variant(for surroundings: AssetIndex.Surroundings) -> AssetIndex.ColorVariant? {
    cheapest(variants) { variant in
      guard
        surroundings.suits(
          idiom: variant.idiom, appearance: variant.appearance, contrast: variant.contrast)
      else { return nil }
      return (variant.appearance == nil ? 1 : 0) + (variant.idiom == nil ? 10 : 0)
    }
  }
}

/// The first element with the lowest cost; elements without a cost are excluded.
private func cheapest<Element>(_ elements: [Element], _ cost: (Element) -> Int?) -> Element? {
  var best: (cost: Int, element: Element)?
  for element in elements {
    guard let cost = cost(element) else { continue }
    if best.map({ cost < $0.cost }) ?? true { best = (cost, element) }
  }
  return best?.element
}
