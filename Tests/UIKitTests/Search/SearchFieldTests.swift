import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Prompt, buttons, images and tokens of search bars; controllers that present a search.
@MainActor @Suite struct SearchFieldTests {
  private func showing(_ body: (TestDevice, UISearchBar) -> Void) {
    withDevice { device in
      let bar = UISearchBar(frame: CGRect(x: 0, y: 100, width: 300, height: 56))
      device.showEmpty().addSubview(bar)
      device.turn()
      body(device, bar)
    }
  }
  private func picture() -> UIImage {
    UIGraphicsImageRenderer(size: CGSize(width: 8, height: 8)).image { _ in }
  }

  @Test(.rule("C-348")) func `a prompt is a line above the field`() {
    showing { device, bar in
      bar.prompt = "Find a city"
      bar.sizeToFit()
      device.turn()
      #expect(bar.bounds.height == 76 && bar.searchTextField.frame.minY == 30)
      let label = bar.subviews.compactMap { $0 as? UILabel }.first
      #expect(label?.text == "Find a city" && label?.isHidden == false)
      bar.prompt = nil
      bar.sizeToFit()
      device.turn()
      #expect(bar.bounds.height == 56 && bar.searchTextField.frame.minY == 10 && label?.isHidden == true)
    }
  }

  @Test(.rule("C-345")) func `the buttons in the field call the delegate`() {
    showing { device, bar in
      let delegate = Delegate(device.log)
      bar.delegate = delegate
      bar.showsBookmarkButton = true
      device.turn()
      device.tap(label: "Bookmarks")
      #expect(device.log.take() == ["bookmarks"])
      bar.showsSearchResultsButton = true
      bar.isSearchResultsButtonSelected = true
      device.turn()
      #expect(bar.sideButton?.isSelected == true)
      device.tap(label: "Results")
      #expect(device.log.take() == ["results"])
      bar.showsSearchResultsButton = false
      bar.showsBookmarkButton = false
      #expect(bar.searchTextField.rightView == nil)
    }
  }

  @Test(.rule("C-346")) func `icons and field have the app's images and positions, by state`() {
    showing { device, bar in
      let (bookmark, field, disabled) = (picture(), picture(), picture())
      bar.showsBookmarkButton = true
      bar.setImage(bookmark, for: .bookmark, state: .normal)
      #expect(bar.sideButton?.image(for: .normal) === bookmark)
      bar.setSearchFieldBackgroundImage(field, for: .normal)
      bar.setSearchFieldBackgroundImage(disabled, for: .disabled)
      #expect(bar.searchTextField.background === field)
      bar.searchTextField.isEnabled = false
      bar.setNeedsLayout()
      device.turn()
      #expect(bar.searchTextField.background === disabled)
      bar.searchFieldBackgroundPositionAdjustment = UIOffset(horizontal: 2, vertical: 3)
      bar.setPositionAdjustment(UIOffset(horizontal: 4, vertical: 0), for: .search)
      bar.searchTextPositionAdjustment = UIOffset(horizontal: 7, vertical: 0)
      device.turn()
      #expect(bar.searchTextField.frame.origin == CGPoint(x: 10, y: 13) && bar.glass.frame.minX == 10)
      #expect(bar.searchTextField.textRect(forBounds: bar.searchTextField.bounds).minX == 37)
    }
  }

  @Test(.rule("C-347")) func `tokens precede the text, and two presses of the delete key remove the last`() {
    showing { device, bar in
      let field = bar.searchTextField
      let usual = field.textRect(forBounds: field.bounds).minX
      field.insertToken(UISearchToken(icon: nil, text: "Red"), at: 0)
      field.insertToken(UISearchToken(icon: nil, text: "Large"), at: 0)
      #expect(
        field.subviews.compactMap { ($0 as? UILabel)?.text }.filter { ["Red", "Large"].contains($0) } == [
          "Large", "Red",
        ])
      #expect(field.textRect(forBounds: field.bounds).minX > usual + 30)
      let delegate = Delegate(device.log)
      bar.delegate = delegate
      bar.becomeFirstResponder()
      device.turn()
      field.insertText("x")
      _ = device.log.take()
      field.deleteBackward()
      #expect(field.tokens.count == 2 && field.text == "")
      _ = device.log.take()
      field.deleteBackward()
      #expect(field.tokens.count == 2 && device.log.take() == [])
      field.deleteBackward()
      #expect(field.tokens.count == 1 && device.log.take() == ["text"])
      field.allowsDeletingTokens = false
      field.deleteBackward()
      field.deleteBackward()
      #expect(field.tokens.count == 1)
      bar.resignFirstResponder()
    }
  }

  @Test(.rule("C-350")) func `a delegate is asked to present the search, which else begins in place`() {
    withDevice { device in
      let screen = UIViewController()
      let search = UISearchController(searchResultsController: nil)
      let delegate = Delegate(device.log)
      search.delegate = delegate
      screen.navigationItem.searchController = search
      device.show(UINavigationController(rootViewController: screen))
      search.isActive = true
      device.turn()
      #expect(device.log.take() == ["present", "will present", "did present"])
      search.isActive = false
      device.turn()
      #expect(!search.isActive)
    }
  }

  @Test(.rule("C-350")) func `a search controller that the app presents has its bar at the top`() {
    withDevice { device in
      let screen = UIViewController()
      device.show(screen)
      let results = UIViewController()
      let search = UISearchController(searchResultsController: results)
      let delegate = Delegate(device.log)
      search.delegate = delegate
      screen.present(search, animated: false)
      device.turn()
      device.advance(1)
      #expect(search.isActive && search.searchBar.isFirstResponder)
      #expect(search.searchBar.superview === search.view)
      #expect(device.log.take() == ["will present", "did present"])
      search.searchBar.searchTextField.insertText("x")
      device.turn()
      let top = search.searchBar.frame.maxY
      #expect(results.view.window != nil && results.view.convert(CGPoint.zero, to: search.view).y == top)
      search.isActive = false
      device.turn()
      device.advance(1)
      #expect(screen.presentedViewController == nil && search.searchBar.superview == nil)
    }
  }

  @Test(.rule("C-349")) func `a search container shows the bar above the results`() {
    withDevice { device in
      let results = UIViewController()
      let search = UISearchController(searchResultsController: results)
      let container = UISearchContainerViewController(searchController: search)
      device.show(container)
      #expect(search.searchBar.frame.minY == container.view.safeAreaInsets.top)
      search.isActive = true
      search.searchBar.text = "x"
      search.showsSearchResultsController = true
      device.turn()
      #expect(results.parent === container)
      #expect(
        results.view.convert(CGPoint.zero, to: container.view).y == search.searchBar.frame.maxY)
    }
  }

  private final class Copying: _MainActorNSObject, UISearchTextFieldDelegate {
    let log: Log
    init(_ log: Log) {
      self.log = log
      super.init()
    }
    override class var _carobMethods: [_CarobMethod] { has("searchTextField:itemProviderForCopyingToken:") }
    func searchTextField(
      _ searchTextField: UISearchTextField, itemProviderForCopying token: UISearchToken
    ) -> NSItemProvider {
      log("copy \(token.representedObject as? String ?? "nothing")")
      return NSItemProvider(object: NSString(string: "copied"))
    }
  }

  @Test(.rule("E-1072")) func `the selected token is copied as its delegate says`() {
    showing { device, bar in
      let (field, delegate) = (bar.searchTextField, Copying(device.log))
      let token = UISearchToken(icon: nil, text: "From")
      token.representedObject = "Ann"
      field.tokens = [token]
      field.becomeFirstResponder()
      device.advance(1)
      field.deleteBackward()
      // Without a delegate there is nothing to copy.
      #expect(!field.canPerformAction("copy:", withSender: nil))
      field.delegate = delegate
      #expect(field.canPerformAction("copy:", withSender: nil))
      field.allowsCopyingTokens = false
      #expect(!field.canPerformAction("copy:", withSender: nil))
      field.allowsCopyingTokens = true
      field.copy(nil)
      #expect(device.log.take() == ["copy Ann"] && field.tokens.count == 1)
      field.cut(nil)
      #expect(device.log.take() == ["copy Ann"] && field.tokens.isEmpty)
    }
  }

  private final class Delegate: _MainActorNSObject, UISearchBarDelegate, UISearchControllerDelegate {
    let log: Log
    init(_ log: Log) {
      self.log = log
      super.init()
    }
    override class var _carobMethods: [_CarobMethod] {
      has(
        "searchBarBookmarkButtonClicked:", "searchBarResultsListButtonClicked:", "searchBar:textDidChange:",
        "presentSearchController:", "willPresentSearchController:", "didPresentSearchController:")
    }
    func searchBarBookmarkButtonClicked(_ searchBar: UISearchBar) { log("bookmarks") }
    func searchBarResultsListButtonClicked(_ searchBar: UISearchBar) { log("results") }
    func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) { log("text") }
    func presentSearchController(_ searchController: UISearchController) { log("present") }
    func willPresentSearchController(_ searchController: UISearchController) { log("will present") }
    func didPresentSearchController(_ searchController: UISearchController) { log("did present") }
  }
}
