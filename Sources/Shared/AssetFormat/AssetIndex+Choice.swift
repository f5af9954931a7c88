extension AssetIndex {
  /// What decides between the variants of an asset.
  public struct Surroundings: Equatable, Sendable {
    public var isDark: Bool
    public var isPad: Bool
    /// Pixels per point of the screen.
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
  /// The variant for the surroundings: the device's own before the universal one, the appearance's own before the one for
  /// any, and then the scale that is nearest from above, or else the largest.
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

  /// Whether the picture changes with the appearance.
  public var dependsOnAppearance: Bool { Set(variants.map(\.appearance)).count > 1 }
}

extension AssetIndex.ColorSet {
  /// The variant for the surroundings: the device's own before the universal one, then the appearance's own.
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

/// The element with the least cost, the first of several; those without a cost are out.
private func cheapest<Element>(_ elements: [Element], _ cost: (Element) -> Int?) -> Element? {
  var best: (cost: Int, element: Element)?
  for element in elements {
    guard let cost = cost(element) else { continue }
    if best.map({ cost < $0.cost }) ?? true { best = (cost, element) }
  }
  return best?.element
}
