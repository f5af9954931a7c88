import CarobFoundation
import NibFormat

/// Reads the value elements of storyboards: colours, fonts, masks, modes.
@MainActor
enum NibValues {
  static func color(_ e: NibElement, _ document: NibDocument) -> UIColor? {
    if let name = e["systemColor"] {
      return UIColor.systemColor(named: name)
        ?? document.resources.systemColor(name).flatMap { color($0, document) }
    }
    if let name = e["name"] {
      return UIColor(named: name) ?? document.resources.namedColor(name).flatMap { color($0, document) }
    }
    if let name = e["cocoaTouchSystemColor"], let found = UIColor.systemColor(named: name) { return found }
    let alpha = CGFloat(e.double("alpha") ?? 1)
    if let white = e.double("white") { return UIColor(white: CGFloat(white), alpha: alpha) }
    guard let red = e.double("red"), let green = e.double("green"), let blue = e.double("blue") else {
      return nil
    }
    return UIColor(red: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: alpha)
  }

  static func font(_ e: NibElement) -> UIFont? {
    let size = CGFloat(e.double("pointSize") ?? 17)
    if let style = e["style"], style.hasPrefix("UICTFontTextStyle") {
      return UIFont.preferredFont(forTextStyle: UIFont.TextStyle(rawValue: style))
    }
    if let name = e["name"], e["type"] == nil {
      return UIFont(name: name, size: size) ?? .systemFont(ofSize: size)
    }
    switch (e["type"], e["weight"]) {
    case ("boldSystem", _): return .boldSystemFont(ofSize: size)
    case ("italicSystem", _): return .italicSystemFont(ofSize: size)
    case (_, let weight?): return .systemFont(ofSize: size, weight: fontWeight(weight))
    default: return .systemFont(ofSize: size)
    }
  }

  private static func fontWeight(_ name: String) -> UIFont.Weight {
    switch name {
    case "ultraLight": return .ultraLight
    case "thin": return .thin
    case "light": return .light
    case "medium": return .medium
    case "semibold": return .semibold
    case "bold": return .bold
    case "heavy": return .heavy
    case "black": return .black
    default: return .regular
    }
  }

  static func autoresizingMask(_ e: NibElement) -> UIView.AutoresizingMask {
    var mask: UIView.AutoresizingMask = []
    if e.bool("flexibleMinX") == true { mask.insert(.flexibleLeftMargin) }
    if e.bool("widthSizable") == true { mask.insert(.flexibleWidth) }
    if e.bool("flexibleMaxX") == true { mask.insert(.flexibleRightMargin) }
    if e.bool("flexibleMinY") == true { mask.insert(.flexibleTopMargin) }
    if e.bool("heightSizable") == true { mask.insert(.flexibleHeight) }
    if e.bool("flexibleMaxY") == true { mask.insert(.flexibleBottomMargin) }
    return mask
  }

  static func contentMode(_ name: String) -> UIView.ContentMode {
    switch name {
    case "scaleAspectFit": return .scaleAspectFit
    case "scaleAspectFill": return .scaleAspectFill
    case "redraw": return .redraw
    case "center": return .center
    case "top": return .top
    case "bottom": return .bottom
    case "left": return .left
    case "right": return .right
    case "topLeft": return .topLeft
    case "topRight": return .topRight
    case "bottomLeft": return .bottomLeft
    case "bottomRight": return .bottomRight
    default: return .scaleToFill
    }
  }

  static func layoutPriorities(_ view: UIView, _ e: NibElement) {
    func priority(_ name: String) -> UILayoutPriority? { e.double(name).map { UILayoutPriority(Float($0)) } }
    if let p = priority("horizontalHuggingPriority") { view.setContentHuggingPriority(p, for: .horizontal) }
    if let p = priority("verticalHuggingPriority") { view.setContentHuggingPriority(p, for: .vertical) }
    if let p = priority("horizontalCompressionResistancePriority") {
      view.setContentCompressionResistancePriority(p, for: .horizontal)
    }
    if let p = priority("verticalCompressionResistancePriority") {
      view.setContentCompressionResistancePriority(p, for: .vertical)
    }
  }

  static func presentationStyle(_ name: String) -> UIModalPresentationStyle {
    switch name {
    case "fullScreen": return .fullScreen
    case "pageSheet": return .pageSheet
    case "formSheet": return .formSheet
    case "currentContext": return .currentContext
    case "custom": return .custom
    case "overFullScreen": return .overFullScreen
    case "overCurrentContext": return .overCurrentContext
    case "popover": return .popover
    default: return .automatic
    }
  }

  static func transitionStyle(_ name: String) -> UIModalTransitionStyle {
    switch name {
    case "flipHorizontal": return .flipHorizontal
    case "crossDissolve": return .crossDissolve
    case "partialCurl": return .partialCurl
    default: return .coverVertical
    }
  }

  static func semanticContentAttribute(_ name: String) -> UISemanticContentAttribute {
    switch name {
    case "playback": return .playback
    case "spatial": return .spatial
    case "forceLeftToRight": return .forceLeftToRight
    case "forceRightToLeft": return .forceRightToLeft
    default: return .unspecified
    }
  }

  static func baselineAdjustment(_ name: String) -> UIBaselineAdjustment {
    switch name {
    case "alignCenters": return .alignCenters
    case "none": return .none
    default: return .alignBaselines
    }
  }

  static func textAlignment(_ name: String?) -> NSTextAlignment {
    switch name {
    case "left": return .left
    case "center": return .center
    case "right": return .right
    case "justified": return .justified
    default: return .natural
    }
  }

  static func lineBreakMode(_ name: String?) -> NSLineBreakMode? {
    switch name {
    case "wordWrap": return .byWordWrapping
    case "characterWrap": return .byCharWrapping
    case "clip": return .byClipping
    case "headTruncation": return .byTruncatingHead
    case "tailTruncation": return .byTruncatingTail
    case "middleTruncation": return .byTruncatingMiddle
    default: return nil
    }
  }
}
