import CarobFoundation

/// The looks that a bar or its item was given, and keeps copies of (E-497).
@MainActor
final class BarAppearances<Appearance: UIBarAppearance> {
  enum Place { case standard, compact, scrollEdge, compactScrollEdge }
  private var looks: [Place: Appearance] = [:]
  private let changed: @MainActor () -> Void
  /// Whether it was ever given one.
  private(set) var isUsed = false

  init(_ changed: @escaping @MainActor () -> Void) { self.changed = changed }

  subscript(_ place: Place) -> Appearance? {
    get { looks[place] }
    set {
      isUsed = true
      looks[place] = newValue.map(kept)
      changed()
    }
  }
  /// What a bar shows that was given nothing.
  private lazy var plain: Appearance = kept(UIBarAppearance())
  var standard: Appearance { looks[.standard] ?? plain }

  private func kept(_ look: UIBarAppearance) -> Appearance {
    let copy = Appearance(barAppearance: look)
    copy.onChange = { [weak self] in MainActor.assumeIsolated { self?.changed() } }
    return copy
  }

  /// What a bar with that item shows (E-530, E-533), and whether its background is transparent whatever the look says
  /// (E-531).
  func shown(_ item: BarAppearances?, atEdge: Bool, _ bar: UIView) -> (look: Appearance, isClear: Bool) {
    let isCompact = bar.traitCollection.verticalSizeClass == .compact
    if atEdge {
      if isCompact, let look = item?[.compactScrollEdge] ?? self[.compactScrollEdge] { return (look, false) }
      if let look = item?[.scrollEdge] ?? self[.scrollEdge] { return (look, false) }
    }
    let isClear = atEdge && UIApplication.shared.linkedProfile == .today  // E-626
    if isCompact, let look = item?[.compact] ?? self[.compact] { return (look, isClear) }
    return (item?[.standard] ?? standard, isClear)
  }
}
