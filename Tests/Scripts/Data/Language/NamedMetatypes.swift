import UIKit

// F-155: initializers that only single classes have.

class Picture: UIImageView {
  override init(image: UIImage?) {
    super.init(image: image)
    tag = 1
  }
  override init(image: UIImage?, highlightedImage: UIImage?) {
    super.init(image: image, highlightedImage: highlightedImage)
    tag = 2
  }
  convenience init(image: String) { self.init(image: UIImage(named: image)) }
  required init?(coder: NSCoder) { fatalError() }
}
class PlainPicture: UIImageView {}
class Segments: UISegmentedControl {
  override init(items: [Any]?) {
    super.init(items: items)
    selectedSegmentIndex = 1
  }
  override init(frame: CGRect) { super.init(frame: frame) }
  required init?(coder: NSCoder) { fatalError() }
}
class Pages: UIPageViewController {}
class Dimming: UIPresentationController {
  override init(
    presentedViewController: UIViewController, presenting presentingViewController: UIViewController?
  ) {
    super.init(presentedViewController: presentedViewController, presenting: presentingViewController)
    print("dimming")
  }
}
class Round: UIButton {
  override init(frame: CGRect) {
    super.init(frame: frame)
    tag = 9
  }
  required init?(coder: NSCoder) { fatalError() }
}
class Question: UIAlertController {}
class Item: UIBarButtonItem {}
class Bar: UINavigationBar {}
class Tools: UIToolbar {}
class Move: UIStoryboardSegue {
  override func perform() { print("moved", identifier ?? "nil") }
}
class Place: UICollectionViewLayoutAttributes {
  var extra = 3
}
class Spinner: UIActivityIndicatorView {}
class Numbered: UIView {
  init(number: Int) { super.init(frame: .zero) }
  required init?(coder: NSCoder) { fatalError() }
}

func namedMetatypes() {
  let pictures: [UIImageView.Type] = [Picture.self, PlainPicture.self, UIImageView.self]
  for kind in pictures {
    let one = kind.init(image: nil)
    print(type(of: one), one.tag, kind.init(image: nil, highlightedImage: nil).tag)
  }
  let segments: UISegmentedControl.Type = Segments.self
  let control = segments.init(items: ["a", "b"])
  print(type(of: control), control.numberOfSegments, control.selectedSegmentIndex)
  let pages: UIPageViewController.Type = Pages.self
  let book = pages.init(transitionStyle: .scroll, navigationOrientation: .vertical, options: nil)
  print(type(of: book), book.navigationOrientation == .vertical)
  let presentation: UIPresentationController.Type = Dimming.self
  print(type(of: presentation.init(presentedViewController: UIViewController(), presenting: nil)))
  let buttons: [UIButton.Type] = [Round.self, UIButton.self]
  for kind in buttons {
    let button = kind.init(type: .system)
    print(type(of: button), button.tag, button.buttonType == .system)
  }
  let alert: UIAlertController.Type = Question.self
  let question = alert.init(title: "t", message: "m", preferredStyle: .actionSheet)
  print(type(of: question), question.title ?? "nil", question.preferredStyle == .actionSheet)
  let item: UIBarButtonItem.Type = Item.self
  print(type(of: item.init(barButtonSystemItem: .add, target: nil, action: nil)))
  print(item.init(customView: UILabel()).customView is UILabel)
  let tab: UITabBarItem.Type = UITabBarItem.self
  print(tab.init(title: "one", image: nil, tag: 4).tag)
  let segue: UIStoryboardSegue.Type = Move.self
  segue.init(identifier: "go", source: UIViewController(), destination: UIViewController()).perform()
  let attributes: UICollectionViewLayoutAttributes.Type = Place.self
  let place = attributes.init(forCellWith: IndexPath(item: 2, section: 1))
  print(type(of: place), place.indexPath.item, (place as? Place)?.extra ?? 0)
  let spinner: UIActivityIndicatorView.Type = Spinner.self
  print(type(of: spinner.init(style: .large)), spinner.init(style: .large).style == .large)
  let search: UISearchController.Type = UISearchController.self
  print(type(of: search.init(searchResultsController: nil)))
  let progress: UIProgressView.Type = UIProgressView.self
  print(progress.init(progressViewStyle: .bar).progressViewStyle == .bar)
  let stack = UINavigationController(navigationBarClass: Bar.self, toolbarClass: Tools.self)
  print(type(of: stack.navigationBar), type(of: stack.toolbar!))
  let stacks: UINavigationController.Type = Navigation.self
  print(type(of: stacks.init(navigationBarClass: Bar.self, toolbarClass: nil).navigationBar))
}
