import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Search bars and search controllers, from the tap to the end of the search.
@MainActor @Suite struct SearchTests {
  @Test(.rule("E-710")) func `a search bar shows custom images and passes those of the scopes on`() {
    withDevice { device in
      let bar = UISearchBar(frame: CGRect(x: 0, y: 100, width: 300, height: 100))
      bar.scopeButtonTitles = ["A", "B"]
      bar.showsScopeBar = true
      device.showEmpty().addSubview(bar)
      let picture = UIGraphicsImageRenderer(size: CGSize(width: 8, height: 8)).image { _ in }
      bar.setImage(picture, for: .search, state: .normal)
      bar.setScopeBarButtonBackgroundImage(picture, for: .normal)
      bar.scopeBarBackgroundImage = picture
      device.turn()
      #expect(bar.image(for: .search, state: .normal) === picture)
      #expect(bar.scopeBarButtonBackgroundImage(for: .normal) === picture)
      @MainActor func shown(_ view: UIView) -> [CGRect] {
        ((view as? UIImageView)?.image === picture ? [view.convert(view.bounds, to: bar)] : [])
          + view.subviews.flatMap(shown)
      }
      #expect(
        shown(bar).filter { $0.width > 20 }.sorted { $0.width > $1.width }.map(\.width) == [300, 142, 142])
      bar.setImage(nil, for: .search, state: .normal)
      #expect(bar.image(for: .search, state: .normal)?.isSymbolImage == true)
    }
  }

  @Test(.rule("E-556")) func `in a navigation bar a search bar has no bar tint color`() {
    withDevice { device in
      let controller = UIViewController()
      let search = UISearchController(searchResultsController: nil)
      search.searchBar.barTintColor = .green
      #expect(search.searchBar.backgroundColor == .green)
      controller.navigationItem.searchController = search
      device.show(UINavigationController(rootViewController: controller))
      #expect(search.searchBar.superview is UINavigationBar && search.searchBar.backgroundColor == nil)
      let alone = UISearchBar()
      UIView().addSubview(alone)
      alone.barTintColor = .red
      #expect(alone.backgroundColor == .red)
    }
  }

  @Test(.rule("E-243", "E-244", "E-246"))
  func `a search bar reports beginning, typing, search, cancel and end`() {
    withDevice { device in
      let root = device.showEmpty()
      let searcher = Searcher(device.log)
      let bar = UISearchBar(frame: CGRect(x: 0, y: 100, width: 393, height: 56))
      bar.showsCancelButton = true
      bar.scopeButtonTitles = ["All", "Some"]
      bar.showsScopeBar = true
      bar.delegate = searcher
      root.addSubview(bar)
      bar.sizeToFit()
      device.turn()
      device.tap(bar.searchTextField)
      #expect(bar.isFirstResponder && device.log.take() == ["shouldBegin", "didBegin"])
      _ = KeyInput.insert("ab")
      #expect(
        device.log.take() == [
          "shouldChange 0,0 'a'", "textDidChange 'a'", "shouldChange 1,0 'b'", "textDidChange 'ab'",
        ])
      _ = KeyInput.insert("\n")
      #expect(bar.isFirstResponder && device.log.take() == ["searchButton"])
      device.tap(370, 128)
      #expect(device.log.take() == ["cancelButton"])
      device.tap(300, 174)
      #expect(bar.selectedScopeButtonIndex == 1 && device.log.take() == ["scope 1"])
      bar.text = "c"
      bar.resignFirstResponder()
      #expect(device.log.take() == ["shouldEnd", "didEnd"])
    }
  }

  @Test(.rule("E-291")) func `a search controller in a navigation bar, from the tap to cancel`() {
    withDevice { device in
      let searcher = Searcher(device.log)
      let screen = UIViewController()
      let search = UISearchController(searchResultsController: nil)
      search.searchResultsUpdater = searcher
      search.delegate = searcher
      search.searchBar.delegate = searcher
      screen.navigationItem.searchController = search
      let navigation = UINavigationController(rootViewController: screen)
      device.show(navigation)
      #expect(search.searchBar.window != nil && !search.isActive)
      device.tap(search.searchBar.searchTextField)
      #expect(search.isActive && search.searchBar.showsCancelButton)
      #expect(
        device.log.take() == ["shouldBegin", "willPresent", "update '' true", "didBegin", "didPresent"])
      _ = KeyInput.insert("a")
      #expect(device.log.take() == ["shouldChange 0,0 'a'", "textDidChange 'a'", "update 'a' true"])
      _ = KeyInput.insert("\n")
      #expect(!search.searchBar.isFirstResponder && search.isActive)
      #expect(device.log.take() == ["searchButton", "shouldEnd", "didEnd"])
      let bar = search.searchBar.convert(search.searchBar.bounds, to: nil)
      device.tap(bar.maxX - 30, bar.minY + 28)
      #expect(!search.isActive && search.searchBar.text == "" && !search.searchBar.showsCancelButton)
      #expect(device.log.take() == ["cancelButton", "willDismiss", "update '' false", "didDismiss"])
    }
  }

  @Test(.rule("E-584")) func `during a search the navigation bar shows only the search bar`() {
    withDevice { device in
      let screen = UIViewController()
      screen.title = "Here"
      screen.navigationItem.rightBarButtonItem = UIBarButtonItem(
        title: "Act", style: .plain, target: nil, action: nil)
      let search = UISearchController(searchResultsController: nil)
      screen.navigationItem.searchController = search
      let navigation = UINavigationController(rootViewController: screen)
      device.show(navigation)
      let bar = navigation.navigationBar
      var states: [String] = []
      @MainActor func note() {
        device.advance(1)
        let act = bar.subviews.contains { ($0 as? UIButton)?.currentTitle == "Act" && $0.frame.maxY > 0 }
        states.append("\(Int(bar.bounds.height)) \(Int(search.searchBar.frame.minY)) \(act)")
      }
      note()
      search.isActive = true
      note()
      #expect(!navigation.isNavigationBarHidden && screen.view.safeAreaInsets.top == 59 + 56)
      search.isActive = false
      note()
      search.hidesNavigationBarDuringPresentation = false
      search.isActive = true
      note()
      #expect(states == ["159 103 true", "115 59 false", "159 103 true", "159 103 true"])
    }
  }

  @Test(.rule("E-584")) func `a search bar in the content hides the navigation bar during the search`() {
    withDevice { device in
      let screen = UIViewController()
      let search = UISearchController(searchResultsController: nil)
      search.searchBar.frame.origin.y = 200
      screen.view.addSubview(search.searchBar)
      let navigation = UINavigationController(rootViewController: screen)
      device.show(navigation)
      var states: [Bool] = []
      for isActive in [true, false] {
        search.isActive = isActive
        states.append(navigation.isNavigationBarHidden)
        device.advance(1)
      }
      navigation.isNavigationBarHidden = true
      search.isActive = true
      search.isActive = false
      states.append(navigation.isNavigationBarHidden)
      #expect(states == [true, false, true])
      device.advance(1)
    }
  }

  @Test func `the results controller is visible while the search text is not empty`() {
    withDevice { device in
      let results = Screen("results", device.log)
      let screen = UIViewController()
      let search = UISearchController(searchResultsController: results)
      screen.navigationItem.searchController = search
      device.show(UINavigationController(rootViewController: screen))
      device.tap(search.searchBar.searchTextField)
      #expect(results.viewIfLoaded?.window == nil)
      _ = KeyInput.insert("a")
      device.turn()
      #expect(results.view.window != nil && results.parent === screen)
      search.isActive = false
      device.turn()
      #expect(results.view.window == nil && results.parent == nil)
    }
  }

  @Test(.rule("E-649", "E-291"))
  func `a results controller that is its own updater loads its view before the first update`() {
    withDevice { device in
      let results = UpdatingResults("results", device.log)
      let screen = UIViewController()
      let search = UISearchController(searchResultsController: results)
      search.searchResultsUpdater = results
      screen.navigationItem.searchController = search
      device.show(UINavigationController(rootViewController: screen))
      device.tap(search.searchBar.searchTextField)
      #expect(device.log.take() == ["results.loadView", "results.viewDidLoad", "results.update ''"])
      search.isActive = false
      device.turn()
      #expect(device.log.take() == ["results.update ''"])
    }
  }
}

private final class UpdatingResults: Screen, UISearchResultsUpdating {
  func updateSearchResults(for searchController: UISearchController) {
    note("update '\(searchController.searchBar.text ?? "")'")
  }
}

@MainActor
private final class Searcher: NSObject, UISearchBarDelegate, UISearchControllerDelegate,
  UISearchResultsUpdating
{
  let log: Log
  init(_ log: Log) { self.log = log }
  nonisolated override class var _carobMethods: [_CarobMethod] {
    has(
      "searchBarShouldBeginEditing:", "searchBarTextDidBeginEditing:", "searchBarShouldEndEditing:",
      "searchBarTextDidEndEditing:", "searchBar:textDidChange:",
      "searchBar:shouldChangeTextInRange:replacementText:", "searchBarSearchButtonClicked:",
      "searchBarCancelButtonClicked:", "searchBar:selectedScopeButtonIndexDidChange:",
      "willPresentSearchController:", "didPresentSearchController:", "willDismissSearchController:",
      "didDismissSearchController:")
  }
  func searchBarShouldBeginEditing(_ searchBar: UISearchBar) -> Bool {
    log("shouldBegin")
    return true
  }
  func searchBarTextDidBeginEditing(_ searchBar: UISearchBar) { log("didBegin") }
  func searchBarShouldEndEditing(_ searchBar: UISearchBar) -> Bool {
    log("shouldEnd")
    return true
  }
  func searchBarTextDidEndEditing(_ searchBar: UISearchBar) { log("didEnd") }
  func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) {
    log("textDidChange '\(searchText)'")
  }
  func searchBar(
    _ searchBar: UISearchBar, shouldChangeTextIn range: NSRange, replacementText text: String
  ) -> Bool {
    log("shouldChange \(range.location),\(range.length) '\(text)'")
    return true
  }
  func searchBarSearchButtonClicked(_ searchBar: UISearchBar) { log("searchButton") }
  func searchBarCancelButtonClicked(_ searchBar: UISearchBar) { log("cancelButton") }
  func searchBar(_ searchBar: UISearchBar, selectedScopeButtonIndexDidChange selectedScope: Int) {
    log("scope \(selectedScope)")
  }
  func willPresentSearchController(_ searchController: UISearchController) { log("willPresent") }
  func didPresentSearchController(_ searchController: UISearchController) { log("didPresent") }
  func willDismissSearchController(_ searchController: UISearchController) { log("willDismiss") }
  func didDismissSearchController(_ searchController: UISearchController) { log("didDismiss") }
  func updateSearchResults(for searchController: UISearchController) {
    log("update '\(searchController.searchBar.text ?? "")' \(searchController.isActive)")
  }
}
