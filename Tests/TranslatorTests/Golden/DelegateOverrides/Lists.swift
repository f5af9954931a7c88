import UIKit

class PlaceholderText: UITextView {
  weak var former: UITextViewDelegate?
  override var delegate: UITextViewDelegate? {
    didSet { former = oldValue }
  }
}

class ProxiedTable: UITableView {
  var own: UITableViewDelegate?
  override weak var delegate: (any UITableViewDelegate)? {
    get { own }
    set(other) {
      own = other
      super.delegate = other
    }
  }
}

class Notes: UITextView {
  override var delegate: UIKit.UITextViewDelegate? {
    willSet { print(newValue == nil) }
    didSet { print("changed") }
  }
}

@MainActor func tell(_ table: UITableView, _ path: IndexPath) {
  table.delegate?.tableView?(table, didSelectRowAt: path)
}

class Plain: UITableView {
  override var delegate: UIScrollViewDelegate? { didSet { reloadData() } }
}

class Scroller: UIScrollView {
  override var delegate: UIScrollViewDelegate? { didSet { print(oldValue == nil) } }
}
