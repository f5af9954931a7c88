@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics
import QuartzCore

/// Receives the font that the user picks. Both methods are optional.
@preconcurrency @MainActor
public protocol UIFontPickerViewControllerDelegate: NSObjectProtocol, _CarobOptional {
  /// The user picked a font, which is in `selectedFontDescriptor`. The picker is still shown.
  func fontPickerViewControllerDidPickFont(_ viewController: UIFontPickerViewController)
  /// The user tapped Cancel, or swiped the picker away. Called after it has disappeared.
  func fontPickerViewControllerDidCancel(_ viewController: UIFontPickerViewController)
}

extension UIFontPickerViewControllerDelegate {
  public func fontPickerViewControllerDidPickFont(_ viewController: UIFontPickerViewController) {}
  public func fontPickerViewControllerDidCancel(_ viewController: UIFontPickerViewController) {}
}

/// A list of font families, or of all faces, from which the user picks one (E-993).
@preconcurrency @MainActor
open class UIFontPickerViewController: UIViewController {
  /// What a font picker offers.
  open class Configuration: NSObject, NSCopying, @unchecked Sendable {
    // @unchecked because it is used on the main thread, as on the platform.
    public override init() { super.init() }
    /// Whether all faces are listed, and not only families.
    open var includeFaces = false
    /// Whether the names are shown in the system's font, and not each in its own.
    open var displayUsingSystemFont = false
    /// Only fonts with all of these traits are offered.
    open var filteredTraits: UIFontDescriptor.SymbolicTraits = []
    /// Only fonts for these languages are offered.
    open var filteredLanguagesPredicate: NSPredicate? {
      didSet {
        if filteredLanguagesPredicate != nil {
          unimplemented("UIFontPickerViewController.Configuration.filteredLanguagesPredicate")
        }
      }
    }
    open func copy(with zone: NSZone? = nil) -> Any {
      let copy = Configuration()
      (copy.includeFaces, copy.displayUsingSystemFont) = (includeFaces, displayUsingSystemFont)
      copy.filteredTraits = filteredTraits
      return copy
    }
  }

  public let configuration: Configuration
  open weak var delegate: (any UIFontPickerViewControllerDelegate)? {
    get { delegateReference }
    set { delegateReference = newValue }
  }
  @ZeroingExistential private var delegateReference: (any UIFontPickerViewControllerDelegate)?
  /// The picked font. A value that is set before the picker appears is marked in the list.
  open var selectedFontDescriptor: UIFontDescriptor?

  public init(configuration: Configuration) {
    self.configuration = configuration.copy() as? Configuration ?? configuration
    super.init(nibName: nil, bundle: nil)
  }
  public convenience init() { self.init(configuration: Configuration()) }
  public required init?(coder: NSCoder) {
    configuration = Configuration()
    super.init(coder: coder)
  }

  open override func viewDidLoad() {
    super.viewDidLoad()
    let list = FontList(picker: self, names: offeredNames)
    list.title = title ?? "Choose Font"
    let inner = UINavigationController(rootViewController: list)
    addChild(inner)
    inner.view.frame = view.bounds
    inner.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.addSubview(inner.view)
    inner.didMove(toParent: self)
  }

  /// The names of the listed families or faces, in alphabetical order.
  var offeredNames: [String] {
    let families = UIFont.familyNames.sorted()
    let names =
      configuration.includeFaces ? families.flatMap { UIFont.fontNames(forFamilyName: $0) } : families
    return names.filter { name in
      configuration.filteredTraits.isEmpty
        || descriptor(name).symbolicTraits.isSuperset(of: configuration.filteredTraits)
    }
  }
  func descriptor(_ name: String) -> UIFontDescriptor { UIFontDescriptor(name: name, size: 17) }

  private var isFinished = false
  private var hasPicked = false
  fileprivate func picked(_ name: String) {
    selectedFontDescriptor = descriptor(name)
    hasPicked = true
    delegate?.tell(
      from: self, "fontPickerViewControllerDidPickFont(_:)", "fontPickerViewControllerDidPickFont:"
    ) { $0.fontPickerViewControllerDidPickFont(self) }
  }
  fileprivate func cancelled() {
    guard !isFinished else { return }
    isFinished = true
    guard let presenter = presentingViewController, !isBeingDismissed else { return tellCancelled() }
    presenter.dismiss(animated: true) { self.tellCancelled() }
  }
  open override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    // Swiped away; a dismissal in code after a choice is no cancellation.
    guard isBeingDismissed, !isFinished, !hasPicked else { return }
    isFinished = true
    LayerAnimations.afterCommit { self.tellCancelled() }
  }
  open override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    (isFinished, hasPicked) = (false, false)
  }
  private func tellCancelled() {
    delegate?.tell(
      from: self, "fontPickerViewControllerDidCancel(_:)", "fontPickerViewControllerDidCancel:"
    ) { $0.fontPickerViewControllerDidCancel(self) }
  }
}

/// The table of a font picker.
@MainActor
private final class FontList: UITableViewController {
  @Zeroing private var picker: UIFontPickerViewController?
  private let names: [String]

  init(picker: UIFontPickerViewController, names: [String]) {
    (self.picker, self.names) = (picker, names)
    super.init(style: .plain)
    navigationItem.leftBarButtonItem = UIBarButtonItem(
      barButtonSystemItem: .cancel, target: self, action: "carob_cancel")
  }
  required init?(coder: NSCoder) { nil }

  nonisolated override class var _carobMethods: [_CarobMethod] {
    [
      .init(none: "carob_cancel", "carob_cancel()", 0) {
        unsafeDowncast($0, to: FontList.self).picker?.cancelled()
      }
    ]
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    names.count
  }
  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell =
      tableView.dequeueReusableCell(withIdentifier: "font")
      ?? UITableViewCell(style: .default, reuseIdentifier: "font")
    let name = names[indexPath.row]
    cell.textLabel?.text = name
    if let picker {
      let descriptor = picker.descriptor(name)
      cell.textLabel?.font =
        picker.configuration.displayUsingSystemFont
        ? .systemFont(ofSize: 17) : UIFont(descriptor: descriptor, size: 17)
      let isChosen = picker.selectedFontDescriptor.map { UIFont(descriptor: $0, size: 17) }
      cell.accessoryType =
        isChosen?.fontName == UIFont(descriptor: descriptor, size: 17).fontName ? .checkmark : .none
    }
    return cell
  }
  override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    picker?.picked(names[indexPath.row])
    tableView.reloadData()
  }
}
