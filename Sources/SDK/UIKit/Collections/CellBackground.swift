import CarobFoundation
import CoreGraphics

/// The view that shows the background configuration of a cell or a table's header or footer (C-332, E-1092).
@preconcurrency @MainActor
final class CellBackground: UIImageView {
  private var configuration = UIBackgroundConfiguration()

  /// Shows, changes or removes the background.
  static func show(
    _ configuration: UIBackgroundConfiguration?, _ state: any UIConfigurationState, updates: Bool,
    in cell: UIView, _ view: inout CellBackground?
  ) {
    guard let configuration else {
      view?.removeFromSuperview()
      view = nil
      return
    }
    let background = view ?? CellBackground(frame: cell.bounds)
    view = background
    background.configuration = updates ? configuration.updated(for: state) : configuration
    cell.backgroundColor = .clear
    if background.superview !== cell { cell.insertSubview(background, at: 0) }
    background.look()
  }

  private func look() {
    image = configuration.image
    backgroundColor = configuration.backgroundColor
    layer.cornerRadius = configuration.cornerRadius
    layer.borderWidth = configuration.strokeColor == nil ? 0 : configuration.strokeWidth
    layer.borderColor = configuration.strokeColor?.resolvedColor(with: traitCollection).cgColor
    clipsToBounds = true
    let insets = configuration.backgroundInsets
    let isMirrored = effectiveUserInterfaceLayoutDirection == .rightToLeft
    autoresizingMask = [.flexibleWidth, .flexibleHeight]
    guard let superview else { return }
    frame = superview.bounds.inset(
      by: UIEdgeInsets(
        top: insets.top, left: isMirrored ? insets.trailing : insets.leading, bottom: insets.bottom,
        right: isMirrored ? insets.leading : insets.trailing))
  }
  override func colorsMayHaveChanged() { look() }
}

extension UIBackgroundConfiguration {
  public static func listPlainCell() -> UIBackgroundConfiguration { of(.systemBackground) }
  public static func listGroupedCell() -> UIBackgroundConfiguration { of(.secondarySystemGroupedBackground) }
  public static func listSidebarCell() -> UIBackgroundConfiguration { of(.clear) }
  public static func listAccompaniedSidebarCell() -> UIBackgroundConfiguration { of(.clear) }
  public static func listPlainHeaderFooter() -> UIBackgroundConfiguration { of(.secondarySystemBackground) }
  public static func listGroupedHeaderFooter() -> UIBackgroundConfiguration { of(.clear) }
  public static func listSidebarHeader() -> UIBackgroundConfiguration { of(.clear) }
  public static func listCell() -> UIBackgroundConfiguration { of(.secondarySystemGroupedBackground) }
  public static func listHeader() -> UIBackgroundConfiguration { of(.clear) }
  public static func listFooter() -> UIBackgroundConfiguration { of(.clear) }

  private static func of(_ color: UIColor) -> UIBackgroundConfiguration {
    var configuration = UIBackgroundConfiguration()
    configuration.standardColor = color
    configuration.backgroundColor = color
    return configuration
  }

  /// The configuration for a state: a standard background is gray while the cell is selected or highlighted.
  public func updated(for state: any UIConfigurationState) -> UIBackgroundConfiguration {
    guard let standardColor, backgroundColor == standardColor, let cell = state as? UICellConfigurationState
    else { return self }
    var copy = self
    if cell.isSelected || cell.isHighlighted { copy.backgroundColor = .systemGray4 }
    return copy
  }
}
