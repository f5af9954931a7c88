import CarobFoundation
import NibFormat

extension NibCoder {
  /// Decodes the properties that only certain classes have.
  func decodeSpecifics(_ view: UIView, _ e: NibElement) {
    switch view {
    case let label as UILabel: decodeLabel(label, e)
    case let control as UISegmentedControl: decodeSegments(control, e)
    case let image as UIImageView:
      if let picture = self.image(attribute: "image") { image.image = picture }
      if let picture = self.image(attribute: "highlightedImage") { image.highlightedImage = picture }
      if let configuration = symbolConfiguration(key: "preferredSymbolConfiguration") {
        image.preferredSymbolConfiguration = configuration
      }
      if let flag = e.bool("highlighted") { image.isHighlighted = flag }
    case let toggle as UISwitch:
      toggle.isOn = e.bool("on") ?? false
      if let color = color(key: "onTintColor") { toggle.onTintColor = color }
      if let color = color(key: "thumbTintColor") { toggle.thumbTintColor = color }
    case let slider as UISlider: decodeSlider(slider, e)
    case let field as UITextField: decodeTextField(field, e)
    case let stack as UIStackView:
      stack.axis = e["axis"] == "vertical" ? .vertical : .horizontal
      stack.spacing =
        e["spacingType"] == "standard" ? UIStackView.spacingUseSystem : CGFloat(e.double("spacing") ?? 0)
      stack.alignment = UIStackView.Alignment.named(e["alignment"])
      stack.distribution = UIStackView.Distribution.named(e["distribution"])
      if let flag = e.bool("layoutMarginsRelativeArrangement") {
        stack.isLayoutMarginsRelativeArrangement = flag
      }
      if let flag = e.bool("baselineRelativeArrangement") { stack.isBaselineRelativeArrangement = flag }
    default: decodeIndicators(view, e)
    }
    if let control = view as? UIControl {
      if let flag = e.bool("enabled") { control.isEnabled = flag }
      if let flag = e.bool("selected") { control.isSelected = flag }
      if let flag = e.bool("highlighted") { control.isHighlighted = flag }
      switch e["contentHorizontalAlignment"] {
      case "left": control.contentHorizontalAlignment = .left
      case "right": control.contentHorizontalAlignment = .right
      case "fill": control.contentHorizontalAlignment = .fill
      case "leading": control.contentHorizontalAlignment = .leading
      case "trailing": control.contentHorizontalAlignment = .trailing
      default: break
      }
      switch e["contentVerticalAlignment"] {
      case "top": control.contentVerticalAlignment = .top
      case "bottom": control.contentVerticalAlignment = .bottom
      case "fill": control.contentVerticalAlignment = .fill
      default: break
      }
    }
  }

  /// Decodes activity indicators and views that show progress.
  private func decodeIndicators(_ view: UIView, _ e: NibElement) {
    switch view {
    case let bar as UIProgressView:
      if e["progressViewStyle"] == "bar" { bar.progressViewStyle = .bar }
      bar.progress = Float(e.double("progress") ?? 0)
      if let color = color(key: "progressTintColor") { bar.progressTintColor = color }
      if let color = color(key: "trackTintColor") { bar.trackTintColor = color }
    case let wheel as UIActivityIndicatorView:
      switch e["style"] {
      case "large": wheel.style = .large
      case "whiteLarge": wheel.style = .whiteLarge
      case "white": wheel.style = .white
      case "gray": wheel.style = .gray
      default: wheel.style = .medium
      }
      if let color = color(key: "color") { wheel.color = color }
      wheel.hidesWhenStopped = e.bool("hidesWhenStopped") ?? false
      if e.bool("animating") == true { wheel.startAnimating() }
    case let stepper as UIStepper:
      stepper.maximumValue = e.double("maximumValue") ?? 100
      stepper.minimumValue = e.double("minimumValue") ?? 0
      stepper.stepValue = e.double("stepValue") ?? 1
      stepper.value = e.double("value") ?? 0
      if let flag = e.bool("continuous") { stepper.isContinuous = flag }
      if let flag = e.bool("autorepeat") { stepper.autorepeat = flag }
      if let flag = e.bool("wraps") { stepper.wraps = flag }
    case let pages as UIPageControl:
      pages.numberOfPages = e.int("numberOfPages") ?? 0
      pages.currentPage = e.int("currentPage") ?? 0
      if let flag = e.bool("hidesForSinglePage") { pages.hidesForSinglePage = flag }
      if let color = color(key: "pageIndicatorTintColor") { pages.pageIndicatorTintColor = color }
      if let color = color(key: "currentPageIndicatorTintColor") {
        pages.currentPageIndicatorTintColor = color
      }
    default: break
    }
  }

  private func decodeSlider(_ slider: UISlider, _ e: NibElement) {
    slider.minimumValue = Float(e.double("minValue") ?? 0)
    slider.maximumValue = Float(e.double("maxValue") ?? 1)
    slider.value = Float(e.double("value") ?? 0.5)
    if let flag = e.bool("continuous") { slider.isContinuous = flag }
    if let color = color(key: "minimumTrackTintColor") { slider.minimumTrackTintColor = color }
    if let color = color(key: "maximumTrackTintColor") { slider.maximumTrackTintColor = color }
    if let color = color(key: "thumbTintColor") { slider.thumbTintColor = color }
    if let image = image(attribute: "minimumValueImage") { slider.minimumValueImage = image }
    if let image = image(attribute: "maximumValueImage") { slider.maximumValueImage = image }
  }

  private func decodeLabel(_ label: UILabel, _ e: NibElement) {
    if let font = font(key: "fontDescription") { label.font = font }
    if let color = color(key: "textColor") { label.textColor = color }
    if let color = color(key: "highlightedColor") { label.highlightedTextColor = color }
    if let color = color(key: "shadowColor") { label.shadowColor = color }
    if let offset = e.child(key: "shadowOffset") { label.shadowOffset = size(offset) }
    if let name = e["baselineAdjustment"] { label.baselineAdjustment = NibValues.baselineAdjustment(name) }
    label.textAlignment = NibValues.textAlignment(e["textAlignment"])
    if let mode = NibValues.lineBreakMode(e["lineBreakMode"]) { label.lineBreakMode = mode }
    label.numberOfLines = e.int("numberOfLines") ?? 1
    if let flag = e.bool("adjustsFontSizeToFit") { label.adjustsFontSizeToFitWidth = flag }
    if let flag = e.bool("adjustsFontForContentSizeCategory") {
      label.adjustsFontForContentSizeCategory = flag
    }
    if let scale = e.double("minimumScaleFactor") {
      label.minimumScaleFactor = CGFloat(scale)
    } else if label.adjustsFontSizeToFitWidth, let size = e.double("minimumFontSize"), size > 0 {
      // Older files give a minimum font size instead of a scale factor.
      label.minimumScaleFactor = min(CGFloat(size) / label.font.pointSize, 1)
    }
    if let flag = e.bool("enabled") { label.isEnabled = flag }
    if let width = e.double("preferredMaxLayoutWidth"), width > 0 {
      label.preferredMaxLayoutWidth = CGFloat(width)
    }
    if let attributed = e.child(key: "attributedText"), translations?["\(e.id ?? "").text"] == nil {
      label.attributedText = attributedText(attributed)
    } else {
      label.text = text("text")
    }
  }

  /// Called at the end of `UIButton.init(coder:)`.
  func finishButton(_ button: UIButton) {
    guard let e = element else { return }
    switch e["buttonType"] {
    case "system", "roundedRect": button.setType(.system)
    case "detailDisclosure": button.setType(.detailDisclosure)
    case "infoLight": button.setType(.infoLight)
    case "infoDark": button.setType(.infoDark)
    case "contactAdd": button.setType(.contactAdd)
    case "close": button.setType(.close)
    default: button.setType(.custom)
    }
    if let flag = e.bool("adjustsImageWhenHighlighted") { button.adjustsImageWhenHighlighted = flag }
    if let flag = e.bool("adjustsImageWhenDisabled") { button.adjustsImageWhenDisabled = flag }
    if let font = font(key: "fontDescription") { button.titleLabel?.font = font }
    if let mode = NibValues.lineBreakMode(e["lineBreakMode"]) { button.titleLabel?.lineBreakMode = mode }
    if let inset = e.child(key: "contentEdgeInsets")
      ?? e.children.first(where: { $0.name == "inset" && $0.key == "contentEdgeInsets" })
    {
      button.contentEdgeInsets = edgeInsets(inset)
    }
    if let inset = e.children.first(where: { $0.name == "inset" && $0.key == "titleEdgeInsets" }) {
      button.titleEdgeInsets = edgeInsets(inset)
    }
    if let inset = e.children.first(where: { $0.name == "inset" && $0.key == "imageEdgeInsets" }) {
      button.imageEdgeInsets = edgeInsets(inset)
    }
    for state in e.children(named: "state") {
      let key: UIControl.State
      switch state.key {
      case "highlighted": key = .highlighted
      case "disabled": key = .disabled
      case "selected": key = .selected
      default: key = .normal
      }
      let outer = element
      element = state
      if let title = text("title", as: "\(state.key ?? "normal")Title", of: e) {
        button.setTitle(title, for: key)
      }
      if let attributed = state.child(key: "attributedTitle") {
        button.setAttributedTitle(attributedText(attributed), for: key)
      }
      if let color = color(key: "titleColor") { button.setTitleColor(color, for: key) }
      if let color = color(key: "titleShadowColor") { button.setTitleShadowColor(color, for: key) }
      if let symbol = symbolConfiguration(key: "preferredSymbolConfiguration") {
        button.setPreferredSymbolConfiguration(symbol, forImageIn: key)
      }
      if let image = image(attribute: "image") { button.setImage(image, for: key) }
      if let image = image(attribute: "backgroundImage") { button.setBackgroundImage(image, for: key) }
      element = outer
    }
    if let flag = e.bool("showsTouchWhenHighlighted") { button.showsTouchWhenHighlighted = flag }
    if let flag = e.bool("reversesTitleShadowWhenHighlighted") {
      button.reversesTitleShadowWhenHighlighted = flag
    }
    if let style = e.child(named: "buttonConfiguration") {
      button.configuration = buttonConfiguration(style, button)
    }
  }

  private func buttonConfiguration(_ e: NibElement, _ button: UIButton) -> UIButton.Configuration {
    var configuration: UIButton.Configuration
    switch e["style"] {
    case "filled": configuration = .filled()
    case "tinted": configuration = .tinted()
    case "gray": configuration = .gray()
    case "borderless": configuration = .borderless()
    case "bordered": configuration = .bordered()
    default: configuration = .plain()
    }
    let outer = element
    element = e
    configuration.title = text("title", as: "configuration.title", of: outer)
    configuration.subtitle = text("subtitle", as: "configuration.subtitle", of: outer)
    configuration.image = image(attribute: "image")
    if let color = color(key: "baseForegroundColor") { configuration.baseForegroundColor = color }
    if let color = color(key: "baseBackgroundColor") { configuration.baseBackgroundColor = color }
    switch e["cornerStyle"] {
    case "capsule": configuration.cornerStyle = .capsule
    case "small": configuration.cornerStyle = .small
    case "medium": configuration.cornerStyle = .medium
    case "large": configuration.cornerStyle = .large
    default: break
    }
    switch e["buttonSize"] {
    case "mini": configuration.buttonSize = .mini
    case "small": configuration.buttonSize = .small
    case "large": configuration.buttonSize = .large
    default: break
    }
    if let padding = e.double("imagePadding") { configuration.imagePadding = CGFloat(padding) }
    switch e["imagePlacement"] {
    case "top": configuration.imagePlacement = .top
    case "bottom": configuration.imagePlacement = .bottom
    case "trailing": configuration.imagePlacement = .trailing
    default: break
    }
    if let symbol = symbolConfiguration(key: "preferredSymbolConfigurationForImage") {
      configuration.preferredSymbolConfigurationForImage = symbol
    }
    if let insets = e.child(key: "contentInsets") { configuration.contentInsets = directionalInsets(insets) }
    if let padding = e.double("titlePadding") { configuration.titlePadding = CGFloat(padding) }
    if let background = e.child(key: "background") { decodeBackground(&configuration.background, background) }
    if let attributed = e.child(key: "attributedTitle") {
      configuration.attributedTitleObject = attributedText(attributed)
    } else if let title = configuration.title,
      let font = font(key: "titleFontDescription") ?? font(key: "fontDescription")
    {
      configuration.attributedTitleObject = NSAttributedString(string: title, attributes: [.font: font])
    }
    element = outer
    return configuration
  }

  private func decodeBackground(_ background: inout UIBackgroundConfiguration, _ e: NibElement) {
    if let color = e.child(key: "backgroundColor").flatMap(color) { background.backgroundColor = color }
    if let color = e.child(key: "strokeColor").flatMap(color) { background.strokeColor = color }
    if let width = e.double("strokeWidth") { background.strokeWidth = CGFloat(width) }
    if let radius = e.double("cornerRadius") { background.cornerRadius = CGFloat(radius) }
    let outer = element
    element = e
    if let image = image(attribute: "image") { background.image = image }
    element = outer
  }

  func directionalInsets(_ e: NibElement) -> NSDirectionalEdgeInsets {
    func edge(_ name: String) -> CGFloat { CGFloat(e.double(name) ?? 0) }
    return NSDirectionalEdgeInsets(
      top: edge("top"), leading: edge("leading"), bottom: edge("bottom"), trailing: edge("trailing"))
  }

  /// An `<edgeInsets key="layoutMargins">`.
  func margins(_ e: NibElement) -> UIEdgeInsets {
    func edge(_ name: String) -> CGFloat { CGFloat(e.double(name) ?? 8) }
    return UIEdgeInsets(top: edge("top"), left: edge("left"), bottom: edge("bottom"), right: edge("right"))
  }

  func decodeAccessibility(_ view: UIView, _ e: NibElement) {
    if let identifier = e["identifier"] { view.accessibilityIdentifier = identifier }
    if let label = e["label"] ?? e.child(key: "label")?.text { view.accessibilityLabel = label }
    if let hint = e["hint"] ?? e.child(key: "hint")?.text { view.accessibilityHint = hint }
    if let flag = e.bool("isElement") ?? e.child(key: "isElement")?.bool("value") {
      view.isAccessibilityElement = flag
    }
    guard let traits = e.child(key: "traits") else { return }
    var set: UIAccessibilityTraits = []
    for (name, trait) in Self.accessibilityTraits where traits.bool(name) == true { set.insert(trait) }
    view.accessibilityTraits = set
  }

  private static let accessibilityTraits: [(String, UIAccessibilityTraits)] = [
    ("button", .button), ("link", .link), ("image", .image), ("selected", .selected),
    ("staticText", .staticText),
    ("header", .header), ("notEnabled", .notEnabled), ("updatesFrequently", .updatesFrequently),
    ("adjustable", .adjustable), ("searchField", .searchField), ("keyboardKey", .keyboardKey),
    ("playsSound", .playsSound), ("startsMediaSession", .startsMediaSession),
    ("allowsDirectInteraction", .allowsDirectInteraction), ("causesPageTurn", .causesPageTurn),
    ("tabBar", .tabBar),
  ]

  func edgeInsets(_ e: NibElement) -> UIEdgeInsets {
    UIEdgeInsets(
      top: CGFloat(e.double("minY") ?? e.double("top") ?? 0),
      left: CGFloat(e.double("minX") ?? e.double("left") ?? 0),
      bottom: CGFloat(e.double("maxY") ?? e.double("bottom") ?? 0),
      right: CGFloat(e.double("maxX") ?? e.double("right") ?? 0))
  }

  private func decodeSegments(_ control: UISegmentedControl, _ e: NibElement) {
    if let flag = e.bool("apportionsSegmentWidthsByContent") {
      control.apportionsSegmentWidthsByContent = flag
    }
    for (index, segment) in (e.child(named: "segments")?.children ?? []).enumerated() {
      let outer = element
      element = segment
      if let image = image(attribute: "image") {
        control.insertSegment(with: image, at: index, animated: false)
      } else {
        let title = text("title", as: "segmentTitles[\(index)]", of: e)
        control.insertSegment(withTitle: title ?? "", at: index, animated: false)
      }
      if segment.bool("enabled") == false { control.setEnabled(false, forSegmentAt: index) }
      if let width = segment.double("width") { control.setWidth(CGFloat(width), forSegmentAt: index) }
      element = outer
    }
    control.selectedSegmentIndex = e.int("selectedSegmentIndex") ?? UISegmentedControl.noSegment
    if let flag = e.bool("momentary") { control.isMomentary = flag }
    if let color = color(key: "selectedSegmentTintColor") { control.selectedSegmentTintColor = color }
  }

  private func decodeTextField(_ field: UITextField, _ e: NibElement) {
    if let font = font(key: "fontDescription") { field.font = font }
    if let color = color(key: "textColor") { field.textColor = color }
    field.text = text("text")
    field.placeholder = text("placeholder")
    field.textAlignment = NibValues.textAlignment(e["textAlignment"])
    switch e["borderStyle"] {
    case "line": field.borderStyle = .line
    case "bezel": field.borderStyle = .bezel
    case "roundedRect": field.borderStyle = .roundedRect
    default: field.borderStyle = .none
    }
    if let attributed = e.child(key: "attributedPlaceholder") {
      field.attributedPlaceholder = attributedText(attributed)
    }
    if let image = image(attribute: "background") { field.background = image }
    if let size = e.double("minimumFontSize") { field.minimumFontSize = CGFloat(size) }
    if let flag = e.bool("adjustsFontForContentSizeCategory") {
      field.adjustsFontForContentSizeCategory = flag
    }
    if let flag = e.bool("clearsOnBeginEditing") { field.clearsOnBeginEditing = flag }
    if let flag = e.bool("adjustsFontSizeToFit") { field.adjustsFontSizeToFitWidth = flag }
    switch e["clearButtonMode"] {
    case "whileEditing": field.clearButtonMode = .whileEditing
    case "unlessEditing": field.clearButtonMode = .unlessEditing
    case "always": field.clearButtonMode = .always
    default: break
    }
    if let traits = e.child(key: "textInputTraits") { field.traits.decode(traits) }
  }
}
