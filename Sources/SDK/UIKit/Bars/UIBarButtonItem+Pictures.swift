import CarobFoundation
import CoreGraphics

/// The images and positions that an app gives a bar item's button (C-341).
struct ItemPictures: Equatable {
  struct Key: Hashable {
    let state: UInt
    let style: UIBarButtonItem.Style?
    let metrics: UIBarMetrics
  }
  var backgrounds: [Key: UIImage] = [:]
  var backBackgrounds: [Key: UIImage] = [:]
  var titlePlaces: [UIBarMetrics: UIOffset] = [:]
  var backTitlePlaces: [UIBarMetrics: UIOffset] = [:]
  var backgroundPlaces: [UIBarMetrics: CGFloat] = [:]
  var backBackgroundPlaces: [UIBarMetrics: CGFloat] = [:]

  func background(_ state: UIControl.State, _ style: UIBarButtonItem.Style, isCompact: Bool) -> UIImage? {
    for metrics in isCompact ? [UIBarMetrics.compact, .default] : [.default] {
      for style in [style, nil] {
        if let image = backgrounds[Key(state: state.rawValue, style: style, metrics: metrics)] {
          return image
        }
      }
    }
    return nil
  }
  func backBackground(_ state: UIControl.State, isCompact: Bool) -> UIImage? {
    for metrics in isCompact ? [UIBarMetrics.compact, .default] : [.default] {
      if let image = backBackgrounds[Key(state: state.rawValue, style: nil, metrics: metrics)] {
        return image
      }
    }
    return nil
  }
}

extension Dictionary where Key == UIBarMetrics {
  func shown(isCompact: Bool) -> Value? { (isCompact ? self[.compact] : nil) ?? self[.default] }
}

// C-341
extension UIBarButtonItem {
  public func setBackgroundImage(
    _ backgroundImage: UIImage?, for state: UIControl.State, barMetrics: UIBarMetrics
  ) {
    pictures.backgrounds[.init(state: state.rawValue, style: nil, metrics: barMetrics)] = backgroundImage
  }
  public func backgroundImage(for state: UIControl.State, barMetrics: UIBarMetrics) -> UIImage? {
    pictures.backgrounds[.init(state: state.rawValue, style: nil, metrics: barMetrics)]
  }
  public func setBackgroundImage(
    _ backgroundImage: UIImage?, for state: UIControl.State, style: UIBarButtonItem.Style,
    barMetrics: UIBarMetrics
  ) {
    pictures.backgrounds[.init(state: state.rawValue, style: style, metrics: barMetrics)] = backgroundImage
  }
  public func backgroundImage(
    for state: UIControl.State, style: UIBarButtonItem.Style, barMetrics: UIBarMetrics
  ) -> UIImage? { pictures.backgrounds[.init(state: state.rawValue, style: style, metrics: barMetrics)] }
  public func setBackButtonBackgroundImage(
    _ backgroundImage: UIImage?, for state: UIControl.State, barMetrics: UIBarMetrics
  ) {
    pictures.backBackgrounds[.init(state: state.rawValue, style: nil, metrics: barMetrics)] = backgroundImage
  }
  public func backButtonBackgroundImage(
    for state: UIControl.State, barMetrics: UIBarMetrics
  ) -> UIImage? { pictures.backBackgrounds[.init(state: state.rawValue, style: nil, metrics: barMetrics)] }

  public func setTitlePositionAdjustment(_ adjustment: UIOffset, for barMetrics: UIBarMetrics) {
    pictures.titlePlaces[barMetrics] = adjustment
  }
  public func titlePositionAdjustment(for barMetrics: UIBarMetrics) -> UIOffset {
    pictures.titlePlaces[barMetrics] ?? .zero
  }
  public func setBackButtonTitlePositionAdjustment(_ adjustment: UIOffset, for barMetrics: UIBarMetrics) {
    pictures.backTitlePlaces[barMetrics] = adjustment
  }
  public func backButtonTitlePositionAdjustment(for barMetrics: UIBarMetrics) -> UIOffset {
    pictures.backTitlePlaces[barMetrics] ?? .zero
  }
  public func setBackgroundVerticalPositionAdjustment(_ adjustment: CGFloat, for barMetrics: UIBarMetrics) {
    if adjustment != 0 { unimplemented("UIBarButtonItem.setBackgroundVerticalPositionAdjustment(_:for:)") }
    pictures.backgroundPlaces[barMetrics] = adjustment
  }
  public func backgroundVerticalPositionAdjustment(for barMetrics: UIBarMetrics) -> CGFloat {
    pictures.backgroundPlaces[barMetrics] ?? 0
  }
  public func setBackButtonBackgroundVerticalPositionAdjustment(
    _ adjustment: CGFloat, for barMetrics: UIBarMetrics
  ) {
    if adjustment != 0 {
      unimplemented("UIBarButtonItem.setBackButtonBackgroundVerticalPositionAdjustment(_:for:)")
    }
    pictures.backBackgroundPlaces[barMetrics] = adjustment
  }
  public func backButtonBackgroundVerticalPositionAdjustment(for barMetrics: UIBarMetrics) -> CGFloat {
    pictures.backBackgroundPlaces[barMetrics] ?? 0
  }

  /// Gives the item's own images and positions to its button, over those of the bar's appearance.
  func applyPictures(to button: UIButton) {
    let isCompact = button.traitCollection.verticalSizeClass == .compact
    for state in [UIControl.State.normal, .highlighted, .disabled] {
      if let image = pictures.background(state, style, isCompact: isCompact) {
        button.setBackgroundImage(image, for: state)
      }
    }
    if let way = pictures.titlePlaces.shown(isCompact: isCompact) { button.moveTitle(way) }
  }
  /// The same for the back button that stands for the item.
  func applyBackPictures(to button: UIButton) {
    let isCompact = button.traitCollection.verticalSizeClass == .compact
    for state in [UIControl.State.normal, .highlighted, .disabled] {
      if let image = pictures.backBackground(state, isCompact: isCompact) {
        button.setBackgroundImage(image, for: state)
      }
    }
    if let way = pictures.backTitlePlaces.shown(isCompact: isCompact) { button.moveTitle(way) }
  }
}

extension UIButton {
  /// Moves the title from its usual place, in points.
  func moveTitle(_ way: UIOffset) {
    titleEdgeInsets = UIEdgeInsets(
      top: way.vertical, left: way.horizontal, bottom: -way.vertical, right: -way.horizontal)
  }
}
