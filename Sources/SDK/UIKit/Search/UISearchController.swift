@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics
import QuartzCore

/// Updates the results of a search.
@preconcurrency @MainActor
public protocol UISearchResultsUpdating: NSObjectProtocol {
  /// The search began or ended, or its text or scope changed.
  func updateSearchResults(for searchController: UISearchController)
}

/// Receives the beginning and end of a search. All methods are optional.
@preconcurrency @MainActor
public protocol UISearchControllerDelegate: NSObjectProtocol, _CarobOptional {
  func willPresentSearchController(_ searchController: UISearchController)
  func didPresentSearchController(_ searchController: UISearchController)
  func willDismissSearchController(_ searchController: UISearchController)
  func didDismissSearchController(_ searchController: UISearchController)
  func presentSearchController(_ searchController: UISearchController)
}

extension UISearchControllerDelegate {
  public func willPresentSearchController(_ searchController: UISearchController) {}
  public func didPresentSearchController(_ searchController: UISearchController) {}
  public func willDismissSearchController(_ searchController: UISearchController) {}
  public func didDismissSearchController(_ searchController: UISearchController) {}
  public func presentSearchController(_ searchController: UISearchController) {}
}

/// Coordinates a search bar, an object that updates the results and a controller that shows them.
///
/// Tapping the bar starts the search. The delegate is notified before and after; the updater is called in
/// between and on each change (E-291). Meanwhile the rest of the navigation bar is hidden, unless the app
/// disables that (E-584). DEVIATION: it is not presented; the results controller is shown as a child above
/// the parent's content.
@preconcurrency @MainActor
open class UISearchController: UIViewController {
  public init(searchResultsController: UIViewController?) {
    self.searchResultsController = searchResultsController
    super.init(nibName: nil, bundle: nil)
    searchBar.controller = self
    searchBar.sizeToFit()
  }
  public override convenience init(nibName: String?, bundle: Bundle?) {
    self.init(searchResultsController: nil)
  }
  public required init?(coder: NSCoder) {
    searchResultsController = nil
    super.init(coder: coder)
    searchBar.controller = self
  }

  open weak var searchResultsUpdater: (any UISearchResultsUpdating)? {
    get { searchResultsUpdaterReference }
    set { searchResultsUpdaterReference = newValue }
  }
  @ZeroingExistential private var searchResultsUpdaterReference: (any UISearchResultsUpdating)?
  open weak var delegate: (any UISearchControllerDelegate)? {
    get { delegateReference }
    set { delegateReference = newValue }
  }
  @ZeroingExistential private var delegateReference: (any UISearchControllerDelegate)?
  open private(set) var searchResultsController: UIViewController?
  private let ownBar = UISearchBar(frame: CGRect(x: 0, y: 0, width: 320, height: 56))
  open var searchBar: UISearchBar { ownBar }
  open var obscuresBackgroundDuringPresentation = true
  open var dimsBackgroundDuringPresentation: Bool {
    get { obscuresBackgroundDuringPresentation }
    set { obscuresBackgroundDuringPresentation = newValue }
  }
  open var hidesNavigationBarDuringPresentation = true
  open var automaticallyShowsCancelButton = true
  open var automaticallyShowsScopeBar = true
  open var automaticallyShowsSearchResultsController = true
  open var showsSearchResultsController = false { didSet { showResults() } }

  private var active = false
  open var isActive: Bool {
    get { active }
    set {
      guard newValue != active else { return }
      guard newValue else { return end() }
      // C-350: the delegate may present the controller itself.
      delegate?.tell(from: self, "presentSearchController(_:)", "presentSearchController:") {
        $0.presentSearchController(self)
      }
      if !active, presentingViewController == nil { begin() }
    }
  }

  // MARK: Presented by the app (C-350)

  /// The area of the results while the controller is presented.
  private let ownResults = UIView()
  private var isShownByItself: Bool { searchBar.superview === viewIfLoaded && searchBar.superview != nil }
  open override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    guard presentingViewController != nil, !active else { return }
    if view.backgroundColor == nil { view.backgroundColor = .systemBackground }
    view.addSubview(ownResults)
    if searchBar.superview == nil { view.addSubview(searchBar) }
    begin()
  }
  open override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    if isShownByItself { searchBar.becomeFirstResponder() }
  }
  open override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    guard isShownByItself else { return }
    if active { end() }
    searchBar.removeFromSuperview()
  }
  open override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    guard isShownByItself else { return }
    let (top, size) = (view.safeAreaInsets.top, view.bounds.size)
    searchBar.frame = CGRect(x: 0, y: top, width: size.width, height: searchBar.preferredHeight)
    ownResults.frame = CGRect(
      x: 0, y: searchBar.frame.maxY, width: size.width, height: max(0, size.height - searchBar.frame.maxY))
  }
  /// The bar became higher or lower.
  func barHeightChanged() { host?.navigationItem.onChange?() }

  private func begin() {
    delegate?.tell(from: self, "willPresentSearchController(_:)", "willPresentSearchController:") {
      $0.willPresentSearchController(self)
    }
    active = true
    if automaticallyShowsCancelButton { searchBar.showsCancelButton = true }
    if automaticallyShowsScopeBar, searchBar.scopeButtonTitles?.isEmpty == false { showScopes(true) }
    hideBar(true)
    // E-649: the results controller loads its view before the first update.
    searchResultsController?.loadViewIfNeeded()
    update()
    let cause = Journal.cause
    LayerAnimations.afterCommit { [self] in
      MainActor.assumeIsolated {
        Journal.with(cause: cause) {
          delegate?.tell(from: self, "didPresentSearchController(_:)", "didPresentSearchController:") {
            $0.didPresentSearchController(self)
          }
        }
      }
    }
  }

  private func end() {
    delegate?.tell(from: self, "willDismissSearchController(_:)", "willDismissSearchController:") {
      $0.willDismissSearchController(self)
    }
    active = false
    if automaticallyShowsCancelButton { searchBar.showsCancelButton = false }
    if automaticallyShowsScopeBar { showScopes(false) }
    hideBar(false)
    searchBar.text = ""
    searchBar.resignFirstResponder()
    update()
    if isShownByItself, !isBeingDismissed { presentingViewController?.dismiss(animated: true) }
    let cause = Journal.cause
    LayerAnimations.afterCommit { [self] in
      MainActor.assumeIsolated {
        Journal.with(cause: cause) {
          delegate?.tell(from: self, "didDismissSearchController(_:)", "didDismissSearchController:") {
            $0.didDismissSearchController(self)
          }
        }
      }
    }
  }

  /// E-584: hides the navigation bar, or if the search bar is inside it, everything else in it.
  private func hideBar(_ hides: Bool) {
    guard
      let navigation =
        (hides ? host?.navigationController : navigationWithHiddenBar ?? host?.navigationController)
    else { return }
    if searchBar.superview === navigation.navigationBar {
      navigation.navigationBar.setNeedsLayout()
      navigation.slideBars(0.25)
    } else if hides {
      guard hidesNavigationBarDuringPresentation, !navigation.isNavigationBarHidden else { return }
      navigationWithHiddenBar = navigation
      navigation.setNavigationBarHidden(true, animated: true)
    } else if navigationWithHiddenBar != nil {
      navigationWithHiddenBar = nil
      navigation.setNavigationBarHidden(false, animated: true)
    }
  }
  /// The navigation controller whose bar is hidden.
  @Zeroing private var navigationWithHiddenBar: UINavigationController?

  private func showScopes(_ shows: Bool) {
    searchBar.showsScopeBar = shows
    host?.navigationItem.onChange?()
  }

  /// The search began or ended, or its text or scope changed.
  func update() {
    showResults()
    guard let updater = searchResultsUpdater else { return }
    Journal.deliver(.delegate, "updateSearchResults(for:)", to: updater, from: self, category: .user) {
      updater.updateSearchResults(for: self)
    }
  }

  /// The controller that shows the search bar.
  private var host: UIViewController? {
    var responder: UIResponder? = searchBar.next
    while let current = responder {
      if let navigation = current as? UINavigationController { return navigation.topViewController }
      if let controller = current as? UIViewController { return controller }
      responder = current.next
    }
    return nil
  }

  private func showResults() {
    guard let results = searchResultsController else { return }
    let hasText = searchBar.text?.isEmpty == false
    let shows =
      active && (showsSearchResultsController || automaticallyShowsSearchResultsController && hasText)
    if shows, results.parent == nil, let host {
      // C-349
      let area = host === self ? ownResults : (host as? UISearchContainerViewController)?.results ?? host.view
      guard let area else { return }
      host.addChild(results)
      results.view.frame = area.bounds
      results.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      area.addSubview(results.view)
      results.didMove(toParent: host)
    } else if !shows, results.parent != nil {
      results.willMove(toParent: nil)
      results.viewIfLoaded?.removeFromSuperview()
      results.removeFromParent()
    }
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UISearchController.self,
      {
        [
          "searchResultsUpdater": \.searchResultsUpdater, "delegate": \.delegate,
          "obscuresBackgroundDuringPresentation": \.obscuresBackgroundDuringPresentation,
          "hidesNavigationBarDuringPresentation": \.hidesNavigationBarDuringPresentation,
          "automaticallyShowsCancelButton": \.automaticallyShowsCancelButton,
          "automaticallyShowsScopeBar": \.automaticallyShowsScopeBar,
          "automaticallyShowsSearchResultsController": \.automaticallyShowsSearchResultsController,
          "showsSearchResultsController": \.showsSearchResultsController, "active": \.isActive,
        ]
      },
      readOnly: {
        [
          "searchResultsController": \.searchResultsController, "searchBar": \.searchBar,
        ]
      }
    )
  }
}
