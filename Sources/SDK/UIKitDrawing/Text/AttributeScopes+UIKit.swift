import CarobFoundation
import CoreGraphics

/// UIKit's text attributes for `AttributedString` (E-602).
extension AttributeScopes {
  public struct UIKitAttributes: AttributeScope {
    public let font: FontAttribute
    public let paragraphStyle: ParagraphStyleAttribute
    public let foregroundColor: ForegroundColorAttribute
    public let backgroundColor: BackgroundColorAttribute
    public let kern: KernAttribute
    public let tracking: TrackingAttribute
    public let underlineStyle: UnderlineStyleAttribute
    public let underlineColor: UnderlineColorAttribute
    public let strikethroughStyle: StrikethroughStyleAttribute
    public let strikethroughColor: StrikethroughColorAttribute
    public let strokeColor: StrokeColorAttribute
    public let strokeWidth: StrokeWidthAttribute
    public let baselineOffset: BaselineOffsetAttribute
    public let shadow: ShadowAttribute
    public let foundation: AttributeScopes.FoundationAttributes

    public enum FontAttribute: AttributedStringKey {
      public typealias Value = UIFont
      public static let name = "NSFont"
    }
    public enum ParagraphStyleAttribute: AttributedStringKey {
      public typealias Value = NSParagraphStyle
      public static let name = "NSParagraphStyle"
    }
    public enum ForegroundColorAttribute: AttributedStringKey {
      public typealias Value = UIColor
      public static let name = "NSColor"
    }
    public enum BackgroundColorAttribute: AttributedStringKey {
      public typealias Value = UIColor
      public static let name = "NSBackgroundColor"
    }
    public enum KernAttribute: AttributedStringKey {
      public typealias Value = CGFloat
      public static let name = "NSKern"
    }
    public enum TrackingAttribute: AttributedStringKey {
      public typealias Value = CGFloat
      public static let name = "CTTracking"
    }
    public enum UnderlineStyleAttribute: AttributedStringKey {
      public typealias Value = NSUnderlineStyle
      public static let name = "NSUnderline"
    }
    public enum UnderlineColorAttribute: AttributedStringKey {
      public typealias Value = UIColor
      public static let name = "NSUnderlineColor"
    }
    public enum StrikethroughStyleAttribute: AttributedStringKey {
      public typealias Value = NSUnderlineStyle
      public static let name = "NSStrikethrough"
    }
    public enum StrikethroughColorAttribute: AttributedStringKey {
      public typealias Value = UIColor
      public static let name = "NSStrikethroughColor"
    }
    public enum StrokeColorAttribute: AttributedStringKey {
      public typealias Value = UIColor
      public static let name = "NSStrokeColor"
    }
    public enum StrokeWidthAttribute: AttributedStringKey {
      public typealias Value = CGFloat
      public static let name = "NSStrokeWidth"
    }
    public enum BaselineOffsetAttribute: AttributedStringKey {
      public typealias Value = CGFloat
      public static let name = "NSBaselineOffset"
    }
    public enum ShadowAttribute: AttributedStringKey {
      public typealias Value = NSShadow
      public static let name = "NSShadow"
    }
  }

  public var uiKit: UIKitAttributes.Type { UIKitAttributes.self }
}

extension AttributeDynamicLookup {
  public subscript<T: AttributedStringKey>(
    dynamicMember keyPath: KeyPath<AttributeScopes.UIKitAttributes, T>
  ) -> T { self[T.self] }
}

extension AttributeContainer {
  /// The attributes that UIKit draws.
  package var uiKitAttributes: [NSAttributedString.Key: Any] {
    var result: [NSAttributedString.Key: Any] = [:]
    func take<Key: AttributedStringKey>(_ key: Key.Type, _ convert: (Key.Value) -> Any = { $0 })
    where Key.Value: Sendable {
      if let value = self[key] { result[NSAttributedString.Key(Key.name)] = convert(value) }
    }
    typealias UI = AttributeScopes.UIKitAttributes
    take(UI.FontAttribute.self)
    take(UI.ParagraphStyleAttribute.self)
    take(UI.ForegroundColorAttribute.self)
    take(UI.BackgroundColorAttribute.self)
    take(UI.KernAttribute.self)
    take(UI.TrackingAttribute.self)
    take(UI.UnderlineStyleAttribute.self) { $0.rawValue }
    take(UI.UnderlineColorAttribute.self)
    take(UI.StrikethroughStyleAttribute.self) { $0.rawValue }
    take(UI.StrikethroughColorAttribute.self)
    take(UI.StrokeColorAttribute.self)
    take(UI.StrokeWidthAttribute.self)
    take(UI.BaselineOffsetAttribute.self)
    take(UI.ShadowAttribute.self)
    take(AttributeScopes.FoundationAttributes.LinkAttribute.self)
    return result
  }
}

extension NSAttributedString {
  /// Converts an `AttributedString`, with the attributes that UIKit draws.
  public convenience init(_ string: AttributedString) {
    let text = NSMutableAttributedString(string: "")
    for run in string.runs {
      text.append(
        NSAttributedString(
          string: String(string[run.range].characters), attributes: run.attributes.uiKitAttributes))
    }
    self.init(attributedString: text)
  }
}
