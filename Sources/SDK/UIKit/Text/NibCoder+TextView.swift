import CarobFoundation
import CoreGraphics
import NibFormat

extension NibCoder {
  func decodeTextView(_ view: UITextView) {
    guard let e = element else { return }
    if let font = font(key: "fontDescription") { view.font = font }
    if let color = color(key: "textColor") { view.textColor = color }
    view.textAlignment = NibValues.textAlignment(e["textAlignment"])
    if let flag = e.bool("editable") { view.isEditable = flag }
    if let flag = e.bool("selectable") { view.isSelectable = flag }
    if let flag = e.bool("adjustsFontForContentSizeCategory") {
      view.adjustsFontForContentSizeCategory = flag
    }
    if let flag = e.bool("allowsEditingTextAttributes") { view.allowsEditingTextAttributes = flag }
    if let types = e.child(key: "dataDetectorTypes") {
      var found: UIDataDetectorTypes = []
      if types.bool("link") == true { found.insert(.link) }
      if types.bool("phoneNumber") == true { found.insert(.phoneNumber) }
      view.dataDetectorTypes = found
    }
    if let traits = e.child(key: "textInputTraits") { view.traits.decode(traits) }
    if let attributed = e.child(key: "attributedText") {
      view.attributedText = attributedText(attributed)
    } else {
      view.text = text("text")
    }
  }
}
