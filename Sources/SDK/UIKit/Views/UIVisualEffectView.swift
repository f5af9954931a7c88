import CarobFoundation
import CoreGraphics
import NibFormat

/// An effect on the background or the content of a visual effect view.
open class UIVisualEffect: NSObject, @unchecked Sendable {
  // @unchecked because effects never change.
  public override init() { super.init() }
}

/// Blurs the background of the view with the tint of a material.
///
/// DEVIATION: only the material's tint is shown, without a blur.
open class UIBlurEffect: UIVisualEffect, @unchecked Sendable {
  public enum Style: Int, Sendable {
    case extraLight, light, dark
    case regular = 4
    case prominent
    case systemUltraThinMaterial, systemThinMaterial, systemMaterial, systemThickMaterial,
      systemChromeMaterial
    case systemUltraThinMaterialLight, systemThinMaterialLight, systemMaterialLight, systemThickMaterialLight,
      systemChromeMaterialLight
    case systemUltraThinMaterialDark, systemThinMaterialDark, systemMaterialDark, systemThickMaterialDark,
      systemChromeMaterialDark
  }
  let style: Style
  public init(style: Style) {
    self.style = style
    super.init()
  }

  /// The tint of the material.
  var tint: UIColor {
    let alpha: CGFloat
    switch style {
    case .systemUltraThinMaterial, .systemUltraThinMaterialLight, .systemUltraThinMaterialDark: alpha = 0.45
    case .systemThinMaterial, .systemThinMaterialLight, .systemThinMaterialDark: alpha = 0.6
    case .systemThickMaterial, .systemThickMaterialLight, .systemThickMaterialDark: alpha = 0.9
    default: alpha = 0.75
    }
    switch style {
    case .extraLight, .light, .systemUltraThinMaterialLight, .systemThinMaterialLight, .systemMaterialLight,
      .systemThickMaterialLight, .systemChromeMaterialLight:
      return UIColor(white: 0.97, alpha: alpha)
    case .dark, .systemUltraThinMaterialDark, .systemThinMaterialDark, .systemMaterialDark,
      .systemThickMaterialDark,
      .systemChromeMaterialDark:
      return UIColor(white: 0.15, alpha: alpha)
    default:
      return UIColor { UIColor(white: $0.userInterfaceStyle == .dark ? 0.15 : 0.97, alpha: alpha) }
    }
  }
}

/// Blends the view's content with the blurred background.
///
/// DEVIATION: the content is shown unchanged.
open class UIVibrancyEffect: UIVisualEffect, @unchecked Sendable {
  public init(blurEffect: UIBlurEffect) { super.init() }
  public init(blurEffect: UIBlurEffect, style: UIVibrancyEffectStyle) { super.init() }
}

public enum UIVibrancyEffectStyle: Int, Sendable {
  case label, secondaryLabel, tertiaryLabel, quaternaryLabel, fill, secondaryFill, tertiaryFill, separator
}

/// Shows an effect behind its content view.
@preconcurrency @MainActor
open class UIVisualEffectView: UIView {
  public let contentView = UIView()

  public init(effect: UIVisualEffect?) {
    self.effect = effect
    super.init(frame: .zero)
    prepare()
  }
  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
  }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepare()
    (coder as? NibCoder)?.decodeEffect(self)
  }

  open var effect: UIVisualEffect? { didSet { update() } }

  private func prepare() {
    guard contentView.superview == nil else { return }
    contentView.frame = bounds
    contentView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    addSubview(contentView)
    update()
  }

  private func update() {
    switch effect {
    case let blur as UIBlurEffect:
      unimplemented("UIBlurEffect does not blur; the material's tint stands in")
      backgroundColor = blur.tint
    case is UIVibrancyEffect:
      unimplemented("UIVibrancyEffect has no effect")
      backgroundColor = nil
    default: backgroundColor = nil
    }
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIVisualEffectView.self,
      {
        [
          "effect": \.effect
        ]
      },
      readOnly: {
        [
          "contentView": \.contentView
        ]
      }
    )
  }
}

extension NibCoder {
  func decodeEffect(_ view: UIVisualEffectView) {
    func blur(_ parent: NibElement?) -> UIBlurEffect? {
      (parent?.child(named: "blurEffect")?["style"]).map { UIBlurEffect(style: .named($0)) }
    }
    if let vibrancy = element?.child(named: "vibrancyEffect") {
      view.effect = UIVibrancyEffect(blurEffect: blur(vibrancy) ?? UIBlurEffect(style: .regular))
    } else {
      view.effect = blur(element)
    }
    decodeContent(into: view.contentView)
  }
}

extension UIBlurEffect.Style {
  private static let names: [String: UIBlurEffect.Style] = [
    "extraLight": .extraLight, "light": .light, "dark": .dark, "prominent": .prominent,
    "systemUltraThinMaterial": .systemUltraThinMaterial, "systemThinMaterial": .systemThinMaterial,
    "systemMaterial": .systemMaterial, "systemThickMaterial": .systemThickMaterial,
    "systemChromeMaterial": .systemChromeMaterial,
    "systemUltraThinMaterialLight": .systemUltraThinMaterialLight,
    "systemThinMaterialLight": .systemThinMaterialLight, "systemMaterialLight": .systemMaterialLight,
    "systemThickMaterialLight": .systemThickMaterialLight,
    "systemChromeMaterialLight": .systemChromeMaterialLight,
    "systemUltraThinMaterialDark": .systemUltraThinMaterialDark,
    "systemThinMaterialDark": .systemThinMaterialDark, "systemMaterialDark": .systemMaterialDark,
    "systemThickMaterialDark": .systemThickMaterialDark,
    "systemChromeMaterialDark": .systemChromeMaterialDark,
  ]

  /// The style with this name in storyboards.
  fileprivate static func named(_ name: String) -> UIBlurEffect.Style { names[name] ?? .regular }
}
