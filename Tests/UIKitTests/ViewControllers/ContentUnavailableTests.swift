import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// The view that a controller shows instead of content.
@MainActor @Suite struct ContentUnavailableTests {
  private final class EmptyScreen: UIViewController {
    let log: Log
    var isEmpty = true
    init(_ log: Log) {
      self.log = log
      super.init(nibName: nil, bundle: nil)
    }
    required init?(coder: NSCoder) { nil }
    override func viewWillLayoutSubviews() {
      super.viewWillLayoutSubviews()
      log("willLayout")
    }
    override func updateContentUnavailableConfiguration(using state: UIContentUnavailableConfigurationState) {
      log("update, searched \(state.searchText ?? "nothing")")
      contentUnavailableConfiguration = isEmpty ? UIContentUnavailableConfiguration.search() : nil
    }
  }
  private func texts(_ view: UIView) -> [String] {
    view.subviews.flatMap { view -> [String] in
      if let label = view as? UILabel { return [label.text ?? ""] }
      return texts(view)
    }
  }

  @Test(.rule("E-603")) func `the update is called before the first layout, then once per request`() {
    withDevice { device in
      let screen = EmptyScreen(device.log)
      device.show(screen)
      #expect(device.log.take().first == "update, searched nothing")
      #expect(texts(screen.view) == ["No Results", "Check the spelling or try a new search."])
      let own = UIView(frame: screen.view.bounds)
      screen.view.addSubview(own)
      device.turn()
      #expect(screen.view.subviews.count == 2 && screen.view.subviews.first === own)
      #expect(screen.view.subviews.last?.frame == screen.view.bounds)
      _ = device.log.take()
      screen.isEmpty = false
      screen.setNeedsUpdateContentUnavailableConfiguration()
      screen.setNeedsUpdateContentUnavailableConfiguration()
      #expect(device.log.take() == [])
      device.turn()
      #expect(device.log.take().prefix(2) == ["update, searched nothing", "willLayout"])
      #expect(screen.view.subviews.count == 1)
      device.turn()
      #expect(device.log.take() == [])
    }
  }

  @Test(.rule("E-603"))
  func `a search shows its text, a button acts, and loading shows an activity indicator`() {
    withDevice { device in
      let screen = UIViewController()
      let search = UISearchController(searchResultsController: nil)
      screen.navigationItem.searchController = search
      search.searchBar.text = "Pears"
      device.show(UINavigationController(rootViewController: screen))
      screen.contentUnavailableConfiguration = UIContentUnavailableConfiguration.search()
      device.turn()
      #expect(texts(screen.view).first == "No Results for \u{201C}Pears\u{201D}")
      var empty = UIContentUnavailableConfiguration.empty()
      empty.image = UIImage(systemName: "tray")
      empty.text = "No Mail"
      empty.button = .filled()
      empty.button.title = "Reload"
      empty.buttonProperties.primaryAction = UIAction(title: "Reload") { _ in device.log("reload") }
      screen.contentUnavailableConfiguration = empty
      device.turn()
      @MainActor func buttons(_ view: UIView) -> [UIButton] {
        view.subviews.flatMap { ($0 as? UIButton).map { [$0] } ?? buttons($0) }
      }
      #expect(texts(screen.view).first == "No Mail")
      let button = buttons(screen.view)
      #expect(button.count == 1)
      if let button = button.first { device.tap(button) }
      #expect(device.log.take() == ["reload"])
      screen.contentUnavailableConfiguration = UIContentUnavailableConfiguration.loading()
      device.turn()
      @MainActor func wheels(_ view: UIView) -> Int {
        view.subviews.reduce(0) { $0 + ($1 is UIActivityIndicatorView ? 1 : wheels($1)) }
      }
      #expect(wheels(screen.view) == 1 && texts(screen.view) == ["Loading\u{2026}"])
    }
  }
}
