@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics
import NibFormat

/// A bar with a search field, a cancel button and scope buttons.
///
/// NB: setting the text in code does not call the delegate, as with text fields (E-249).
@preconcurrency @MainActor
open class UISearchBar: UIView, UIBarPositioning, UITextInputTraits {
  public enum Style: UInt, Sendable { case `default`, prominent, minimal }

  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
  }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepare()
    (coder as? NibCoder)?.decodeSearchBar(self)
  }
  private func prepare() {
    guard searchTextField.superview == nil else { return }
    field.bar = self
    searchTextField.delegate = field
    searchTextField.backgroundColor = .tertiarySystemFill
    searchTextField.layer.cornerRadius = 10
    searchTextField.returnKeyType = .search
    searchTextField.clearButtonMode = .whileEditing
    searchTextField.addTarget(self, action: "carob_edited", for: .editingChanged)
    glass.tintColor = .secondaryLabel
    glass.contentMode = .center
    glass.isAccessibilityElement = false
    cancelButton.setTitle("Cancel", for: .normal)
    cancelButton.titleLabel?.font = .systemFont(ofSize: 17)
    cancelButton.addTarget(self, action: "carob_cancel", for: .touchUpInside)
    cancelButton.isHidden = true
    scopes.isHidden = true
    scopes.addTarget(self, action: "carob_scope", for: .valueChanged)
    promptLabel.font = .systemFont(ofSize: 13)
    promptLabel.textAlignment = .center
    promptLabel.isHidden = true
    for view in [promptLabel, searchTextField, cancelButton, scopeBackdrop, scopes] { addSubview(view) }
    searchTextField.addSubview(glass)
  }

  open override class var _carobMethods: [_CarobMethod] {
    [
      .init(none: "carob_edited", "carob_edited()", 0) { unsafeDowncast($0, to: UISearchBar.self).edited() },
      .init(none: "carob_cancel", "carob_cancel()", 0) {
        unsafeDowncast($0, to: UISearchBar.self).cancelled()
      },
      .init(none: "carob_scope", "carob_scope()", 0) { unsafeDowncast($0, to: UISearchBar.self).scoped() },
    ]
  }

  open weak var delegate: (any UISearchBarDelegate)? {
    get { delegateReference }
    set { delegateReference = newValue }
  }
  @ZeroingExistential private var delegateReference: (any UISearchBarDelegate)?
  /// The search controller that the bar belongs to.
  @Zeroing var controller: UISearchController?
  public let searchTextField = UISearchTextField()
  private let field = SearchFieldDelegate()
  let glass = UIImageView(image: UIImage(systemName: "magnifyingglass"))
  private let cancelButton = UIButton(type: .system)
  let scopes = UISegmentedControl()
  let scopeBackdrop = UIImageView()

  open var text: String? {
    get { searchTextField.text }
    set { searchTextField.text = newValue }
  }
  open var placeholder: String? {
    get { searchTextField.placeholder }
    set { searchTextField.placeholder = newValue }
  }
  /// A line of text above the field; the bar is 20 points higher with it (C-348).
  open var prompt: String? {
    didSet {
      guard oldValue != prompt else { return }
      promptLabel.text = prompt
      promptLabel.isHidden = prompt == nil
      invalidateIntrinsicContentSize()
      setNeedsLayout()
      controller?.barHeightChanged()
    }
  }
  private let promptLabel = UILabel()
  private var promptHeight: CGFloat { prompt == nil ? 0 : 20 }
  open var barStyle = UIBarStyle.default
  open var searchBarStyle = Style.default
  open var barTintColor: UIColor? { didSet { showTint() } }
  open override func didMoveToSuperview() {
    super.didMoveToSuperview()
    if barTintColor != nil { showTint() }
  }
  /// E-556: in a navigation bar, the search bar shows the navigation bar's background.
  private func showTint() { backgroundColor = superview is UINavigationBar ? nil : barTintColor }
  open var isTranslucent = true
  open var showsCancelButton = false { didSet { cancelButtonChanged() } }
  open func setShowsCancelButton(_ shows: Bool, animated: Bool) { showsCancelButton = shows }
  /// C-345
  open var showsBookmarkButton = false { didSet { sideButtonsChanged() } }
  open var showsSearchResultsButton = false { didSet { sideButtonsChanged() } }
  open var isSearchResultsButtonSelected = false { didSet { sideButtonsChanged() } }
  var sideButton: TapButton?
  var pictures = SearchPictures()
  var hasFieldPicture = false
  /// Moves the field, and the text in it, from their usual places, in points (C-346).
  open var searchFieldBackgroundPositionAdjustment = UIOffset.zero { didSet { setNeedsLayout() } }
  open var searchTextPositionAdjustment: UIOffset {
    get { searchTextField.textAdjustment }
    set { searchTextField.textAdjustment = newValue }
  }
  open var showsScopeBar = false { didSet { scopesChanged() } }
  open func setShowsScope(_ shows: Bool, animated: Bool) { showsScopeBar = shows }
  open var scopeButtonTitles: [String]? {
    didSet {
      scopes.removeAllSegments()
      for (index, title) in (scopeButtonTitles ?? []).enumerated() {
        scopes.insertSegment(withTitle: title, at: index, animated: false)
      }
      scopes.selectedSegmentIndex = scopeButtonTitles?.isEmpty == false ? 0 : UISegmentedControl.noSegment
      scopesChanged()
    }
  }
  open var selectedScopeButtonIndex: Int {
    get { max(scopes.selectedSegmentIndex, 0) }
    set { scopes.selectedSegmentIndex = newValue }
  }
  /// An image behind the text field, with the size of the bar.
  open var backgroundImage: UIImage? {
    get { placedBackgrounds[.any, .default] }
    set { placedBackgrounds[.any, .default] = newValue }
  }
  private let backdrop = UIImageView()
  /// C-340
  open func setBackgroundImage(
    _ image: UIImage?, for barPosition: UIBarPosition, barMetrics: UIBarMetrics
  ) { placedBackgrounds[barPosition, barMetrics] = image }
  open func backgroundImage(for barPosition: UIBarPosition, barMetrics: UIBarMetrics) -> UIImage? {
    placedBackgrounds[barPosition, barMetrics]
  }
  private var placedBackgrounds = BarPictures() {
    didSet {
      backgroundChanged()
      setNeedsLayout()
    }
  }
  private func backgroundChanged() {
    let isCompact = traitCollection.verticalSizeClass == .compact
    backdrop.image = placedBackgrounds.shown(barPosition, isCompact: isCompact, hasPrompt: prompt != nil)
    if backdrop.image == nil {
      backdrop.removeFromSuperview()
    } else if backdrop.superview == nil {
      insertSubview(backdrop, at: 0)
    }
  }
  /// That of the text field.
  open override var inputAssistantItem: UITextInputAssistantItem { searchTextField.inputAssistantItem }
  open override var inputAccessoryView: UIView? {
    get { searchTextField.inputAccessoryView }
    set { searchTextField.inputAccessoryView = newValue }
  }
  /// The position that the delegate returns; the top by default.
  open var barPosition: UIBarPosition { delegate?.askPosition(of: self) ?? .top }

  open var keyboardType: UIKeyboardType {
    get { searchTextField.keyboardType }
    set { searchTextField.keyboardType = newValue }
  }
  open var returnKeyType: UIReturnKeyType {
    get { searchTextField.returnKeyType }
    set { searchTextField.returnKeyType = newValue }
  }
  open var autocapitalizationType: UITextAutocapitalizationType {
    get { searchTextField.autocapitalizationType }
    set { searchTextField.autocapitalizationType = newValue }
  }
  open var autocorrectionType: UITextAutocorrectionType {
    get { searchTextField.autocorrectionType }
    set { searchTextField.autocorrectionType = newValue }
  }
  open var spellCheckingType: UITextSpellCheckingType {
    get { searchTextField.spellCheckingType }
    set { searchTextField.spellCheckingType = newValue }
  }
  open var keyboardAppearance: UIKeyboardAppearance {
    get { searchTextField.keyboardAppearance }
    set { searchTextField.keyboardAppearance = newValue }
  }
  open var isSecureTextEntry: Bool {
    get { searchTextField.isSecureTextEntry }
    set { searchTextField.isSecureTextEntry = newValue }
  }
  open var enablesReturnKeyAutomatically: Bool {
    get { searchTextField.enablesReturnKeyAutomatically }
    set { searchTextField.enablesReturnKeyAutomatically = newValue }
  }

  // MARK: Editing

  open override var canBecomeFirstResponder: Bool { searchTextField.canBecomeFirstResponder }
  open override var isFirstResponder: Bool { searchTextField.isFirstResponder }
  @discardableResult
  open override func becomeFirstResponder() -> Bool { searchTextField.becomeFirstResponder() }
  @discardableResult
  open override func resignFirstResponder() -> Bool { searchTextField.resignFirstResponder() }

  private func edited() {
    let text = text ?? ""
    delegate?.tell(from: self, "searchBar(_:textDidChange:)", "searchBar:textDidChange:") {
      $0.searchBar(self, textDidChange: text)
    }
    controller?.update()
  }
  private func cancelled() {
    delegate?.tell(from: self, "searchBarCancelButtonClicked(_:)", "searchBarCancelButtonClicked:") {
      $0.searchBarCancelButtonClicked(self)
    }
    controller?.isActive = false
  }
  private func scoped() {
    delegate?.tell(
      from: self, "searchBar(_:selectedScopeButtonIndexDidChange:)",
      "searchBar:selectedScopeButtonIndexDidChange:"
    ) { $0.searchBar(self, selectedScopeButtonIndexDidChange: selectedScopeButtonIndex) }
    controller?.update()
  }

  // MARK: Layout

  private func cancelButtonChanged() {
    cancelButton.isHidden = !showsCancelButton
    setNeedsLayout()
  }
  private func scopesChanged() {
    scopes.isHidden = !showsScopeBar || scopes.numberOfSegments == 0
    invalidateIntrinsicContentSize()
    setNeedsLayout()
  }
  var preferredHeight: CGFloat { (scopes.isHidden ? 56 : 100) + promptHeight }

  open override func layoutSubviews() {
    super.layoutSubviews()
    if placedBackgrounds != BarPictures() { backgroundChanged() }
    if !pictures.fields.isEmpty || !pictures.icons.isEmpty { picturesForState() }
    let top = promptHeight
    // E-961
    let safe = safeAreaInsets
    let left = safe.left + 8
    promptLabel.frame = CGRect(
      x: left + 8, y: 4, width: max(0, bounds.width - safe.right - 16 - left - 8), height: 18)
    var right = bounds.width - safe.right - 8
    if !cancelButton.isHidden {
      let width = cancelButton.intrinsicContentSize.width + 8
      cancelButton.frame = CGRect(x: right - width, y: top + 10, width: width, height: 36)
      right -= width + 8
    }
    let way = searchFieldBackgroundPositionAdjustment
    searchTextField.frame = CGRect(x: left, y: top + 10, width: max(0, right - left), height: 36)
      .offsetBy(dx: way.horizontal, dy: way.vertical)
    let glassWay = positionAdjustment(for: .search)
    glass.frame = CGRect(x: 6 + glassWay.horizontal, y: 8 + glassWay.vertical, width: 20, height: 20)
    backdrop.frame = bounds
    scopeBackdrop.isHidden = scopes.isHidden
    scopeBackdrop.frame = CGRect(x: 0, y: top + 52, width: bounds.width, height: 44)
    scopes.frame = CGRect(
      x: left, y: top + 58, width: max(0, bounds.width - safe.right - 8 - left), height: 32)
  }
  private var wasEnabled = true
  /// Follows the field's state.
  private func picturesForState() {
    guard wasEnabled != searchTextField.isEnabled else { return }
    wasEnabled = searchTextField.isEnabled
    picturesChanged()
  }
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: preferredHeight)
  }
  open override func sizeToFit() {
    frame.size = CGSize(
      width: bounds.width > 0 ? bounds.width : superview?.bounds.width ?? UIScreen.main.bounds.width,
      height: preferredHeight)
  }
  open override var intrinsicContentSize: CGSize {
    CGSize(width: UIView.noIntrinsicMetric, height: preferredHeight)
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UISearchBar.self,
      {
        [
          "delegate": \.delegate, "text": \.text, "placeholder": \.placeholder, "prompt": \.prompt,
          "barStyle": \.barStyle, "searchBarStyle": \.searchBarStyle, "barTintColor": \.barTintColor,
          "translucent": \.isTranslucent, "showsCancelButton": \.showsCancelButton,
          "showsBookmarkButton": \.showsBookmarkButton,
          "showsSearchResultsButton": \.showsSearchResultsButton,
          "searchResultsButtonSelected": \.isSearchResultsButtonSelected, "showsScopeBar": \.showsScopeBar,
          "scopeButtonTitles": \.scopeButtonTitles, "selectedScopeButtonIndex": \.selectedScopeButtonIndex,
          "backgroundImage": \.backgroundImage, "keyboardType": \.keyboardType,
          "returnKeyType": \.returnKeyType, "autocapitalizationType": \.autocapitalizationType,
          "autocorrectionType": \.autocorrectionType, "spellCheckingType": \.spellCheckingType,
          "keyboardAppearance": \.keyboardAppearance, "secureTextEntry": \.isSecureTextEntry,
          "enablesReturnKeyAutomatically": \.enablesReturnKeyAutomatically,
        ]
      },
      readOnly: {
        [
          "searchTextField": \.searchTextField, "searchField": \.searchTextField,
          "cancelButton": \.cancelButton, "barPosition": \.barPosition,
        ]
      }
    )
  }
}

/// Forwards the text field's delegate calls to the search bar's delegate.
@MainActor
private final class SearchFieldDelegate: NSObject, UITextFieldDelegate {
  @Zeroing var bar: UISearchBar?

  nonisolated override class var _carobMethods: [_CarobMethod] {
    [
      .init(has: "textFieldShouldBeginEditing:", "textFieldShouldBeginEditing(_:)", 0),
      .init(has: "textFieldDidBeginEditing:", "textFieldDidBeginEditing(_:)", 0),
      .init(has: "textFieldShouldEndEditing:", "textFieldShouldEndEditing(_:)", 0),
      .init(has: "textFieldDidEndEditing:", "textFieldDidEndEditing(_:)", 0),
      .init(
        has: "textField:shouldChangeCharactersInRange:replacementString:",
        "textField(_:shouldChangeCharactersIn:replacementString:)", 0),
      .init(has: "textFieldShouldReturn:", "textFieldShouldReturn(_:)", 0),
    ]
  }

  func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool {
    guard let bar else { return true }
    return bar.delegate?.ask(
      from: bar, "searchBarShouldBeginEditing(_:)", "searchBarShouldBeginEditing:",
      { $0.searchBarShouldBeginEditing(bar) }) ?? true
  }
  func textFieldDidBeginEditing(_ textField: UITextField) {
    guard let bar else { return }
    bar.controller?.isActive = true
    bar.delegate?.tell(from: bar, "searchBarTextDidBeginEditing(_:)", "searchBarTextDidBeginEditing:") {
      $0.searchBarTextDidBeginEditing(bar)
    }
  }
  func textFieldShouldEndEditing(_ textField: UITextField) -> Bool {
    guard let bar else { return true }
    return bar.delegate?.ask(
      from: bar, "searchBarShouldEndEditing(_:)", "searchBarShouldEndEditing:",
      { $0.searchBarShouldEndEditing(bar) }) ?? true
  }
  func textFieldDidEndEditing(_ textField: UITextField) {
    guard let bar else { return }
    bar.delegate?.tell(from: bar, "searchBarTextDidEndEditing(_:)", "searchBarTextDidEndEditing:") {
      $0.searchBarTextDidEndEditing(bar)
    }
  }
  func textField(
    _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
  ) -> Bool {
    guard let bar else { return true }
    return bar.delegate?.ask(
      from: bar, "searchBar(_:shouldChangeTextIn:replacementText:)",
      "searchBar:shouldChangeTextInRange:replacementText:",
      { $0.searchBar(bar, shouldChangeTextIn: range, replacementText: string) }) ?? true
  }
  func textFieldShouldReturn(_ textField: UITextField) -> Bool {
    guard let bar else { return true }
    bar.delegate?.tell(from: bar, "searchBarSearchButtonClicked(_:)", "searchBarSearchButtonClicked:") {
      $0.searchBarSearchButtonClicked(bar)
    }
    // A search controller's bar hides the keyboard automatically.
    if bar.controller != nil { textField.resignFirstResponder() }
    return false
  }
}

extension NibCoder {
  func decodeSearchBar(_ bar: UISearchBar) {
    guard let e = element else { return }
    bar.placeholder = text("placeholder")
    bar.text = text("text")
    bar.prompt = text("prompt")
    if let flag = e.bool("showsCancelButton") { bar.showsCancelButton = flag }
    if let color = color(key: "barTintColor") { bar.barTintColor = color }
    switch e["searchBarStyle"] {
    case "minimal": bar.searchBarStyle = .minimal
    case "prominent": bar.searchBarStyle = .prominent
    default: break
    }
    if e["barStyle"]?.hasPrefix("black") == true { bar.barStyle = .black }
    if let flag = e.bool("translucent") { bar.isTranslucent = flag }
    if let flag = e.bool("showsBookmarkButton") { bar.showsBookmarkButton = flag }
    if let flag = e.bool("showsSearchResultsButton") { bar.showsSearchResultsButton = flag }
    if let image = image(attribute: "backgroundImage") { bar.backgroundImage = image }
    if let titles = e.child(named: "scopeButtonTitles") {
      bar.scopeButtonTitles = titles.children.enumerated().compactMap { index, title in
        translations?["\(e.id ?? "").scopeButtonTitles[\(index)]"] ?? title.text
      }
    }
    if let flag = e.bool("showsScopeBar") { bar.showsScopeBar = flag }
    if let traits = e.child(key: "textInputTraits") { bar.searchTextField.traits.decode(traits) }
  }
}
