import CarobFoundation
import CoreGraphics

/// Contains a search controller's bar, and its results below (C-349).
@preconcurrency @MainActor
open class UISearchContainerViewController: UIViewController {
  public init(searchController: UISearchController) {
    self.searchController = searchController
    super.init(nibName: nil, bundle: nil)
  }
  public required init?(coder: NSCoder) {
    searchController = UISearchController(searchResultsController: nil)
    super.init(coder: coder)
  }
  public let searchController: UISearchController
  /// The view in which the results are shown.
  let results = UIView()

  open override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(results)
    view.addSubview(searchController.searchBar)
  }
  open override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let bar = searchController.searchBar
    let top = view.safeAreaInsets.top
    bar.frame = CGRect(x: 0, y: top, width: view.bounds.width, height: bar.preferredHeight)
    results.frame = CGRect(
      x: 0, y: bar.frame.maxY, width: view.bounds.width, height: max(0, view.bounds.height - bar.frame.maxY))
  }
}
