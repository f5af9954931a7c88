import CarobFoundation

// E-1099: on the platform these classes declare `delegate` again with their own protocol, which Swift does not
// allow. The properties of these extensions have that type; the compiler chooses them where the type of
// `UIScrollView` does not fit, as in `table.delegate?.tableView?(table, didSelectRowAt: path)`.

/// Adopted by `UITableView` alone.
@preconcurrency @MainActor
public protocol _CarobTableView: AnyObject {}
extension UITableView: _CarobTableView {}
extension _CarobTableView where Self: UITableView {
  public var delegate: (any UITableViewDelegate)? {
    get { (self as UIScrollView).delegate as? any UITableViewDelegate }
    set { (self as UIScrollView).delegate = newValue }
  }
}

/// Adopted by `UICollectionView` alone.
@preconcurrency @MainActor
public protocol _CarobCollectionView: AnyObject {}
extension UICollectionView: _CarobCollectionView {}
extension _CarobCollectionView where Self: UICollectionView {
  public var delegate: (any UICollectionViewDelegate)? {
    get { (self as UIScrollView).delegate as? any UICollectionViewDelegate }
    set { (self as UIScrollView).delegate = newValue }
  }
}

/// Adopted by `UITextView` alone.
@preconcurrency @MainActor
public protocol _CarobTextView: AnyObject {}
extension UITextView: _CarobTextView {}
extension _CarobTextView where Self: UITextView {
  public var delegate: (any UITextViewDelegate)? {
    get { (self as UIScrollView).delegate as? any UITextViewDelegate }
    set { (self as UIScrollView).delegate = newValue }
  }
}
