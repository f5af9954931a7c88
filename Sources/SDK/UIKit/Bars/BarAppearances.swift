@_spi(Hazards) import CarobRuntime
import CarobFoundation

/// The appearances of a bar or its item, stored as copies (E-497).
@MainActor
final class BarAppearances<Appearance: UIBarAppearance> {
  enum Place { case standard, compact, scrollEdge, compactScrollEdge }
  private var looks: [Place: Appearance] = [:]
  private let changed: @MainActor () -> Void
  /// Whether an appearance has ever been set.
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
  /// The appearance of a bar for which none was set.
  private lazy var plain: Appearance = kept(UIBarAppearance())
  var standard: Appearance { looks[.standard] ?? plain }

  private func kept(_ look: UIBarAppearance) -> Appearance {
    let copy = Appearance(barAppearance: look)
    copy.onChange = { [weakSelf = ZeroingElement(self)] in
      MainActor.assumeIsolated { weakSelf.object?.changed() }
    }
    return copy
  }

  /// The appearance that a bar with the given item shows (E-530, E-533), and whether its background is
  /// transparent regardless of the appearance (E-531).
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
