import UIKit

class MakingPlain: NSObject {}
class MakingArgument: NSObject { init(x: Int) { super.init() } }
class MakingBoth: NSObject {
  let x: Int
  init(x: Int) { self.x = x; super.init() }
  convenience override init() { self.init(x: 1) }
}
class MakingDefault: NSObject { init(x: Int = 3) { super.init() } }
class MakingFailable: NSObject { init?(x: Int = 3) { super.init() } }
class MakingBelow: MakingArgument {}
class MakingCoding: NSObject {
  required init?(coder: NSCoder) { super.init() }
}
class MakingController: UIViewController {}
class MakingControllerArgument: UIViewController {
  init(model: Int) { super.init(nibName: nil, bundle: nil) }
  required init?(coder: NSCoder) { fatalError() }
}
class MakingControllerUnavailable: UIViewController {
  init(model: Int) { super.init(nibName: nil, bundle: nil) }
  @available(*, unavailable) required init?(coder: NSCoder) { fatalError() }
}
class MakingView: UIView {
  override init(frame: CGRect) { super.init(frame: frame) }
  required init?(coder: NSCoder) { super.init(coder: coder) }
}
class MakingViewBelow: MakingView {}
class MakingCell: UITableViewCell {
  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) { super.init(style: style, reuseIdentifier: reuseIdentifier) }
  required init?(coder: NSCoder) { super.init(coder: coder) }
}
class MakingConvenience: UIViewController { convenience init(x: Int) { self.init() } }
@objc(ShortName) class MakingNamed: NSObject {}
class MakingGesture: UITapGestureRecognizer {}
class MakingGeneric<T>: UIView {}
private class MakingPrivate: UIView {}
enum MakingSpace { class Inner: NSObject {} }
class MakingAliased: MakingAlias {}
typealias MakingAlias = MakingView
class MakingSegue: UIStoryboardSegue { override func perform() {} }
class MakingSegueArguments: UIStoryboardSegue {
  override init(identifier: String?, source: UIViewController, destination: UIViewController) {
    super.init(identifier: identifier, source: source, destination: destination)
  }
}
class MakingLayer: CALayer {
  @objc var amount = 1.0
  override class func needsDisplay(forKey key: String) -> Bool { key == "amount" || super.needsDisplay(forKey: key) }
  override init() { super.init() }
  override init(layer: Any) { super.init(layer: layer) }
  required init?(coder: NSCoder) { super.init(coder: coder) }
  override func draw(in context: AnyObject) {}
}
class MakingCellInherited: UITableViewCell { var count = 0 }
class MakingCellBelow: MakingCell {}
class MakingCellArgument: MakingCell {
  init(model: Int) { super.init(style: .value1, reuseIdentifier: "m") }
  required init?(coder: NSCoder) { fatalError() }
}
class MakingHeader: UITableViewHeaderFooterView {
  override init(reuseIdentifier: String?) { super.init(reuseIdentifier: reuseIdentifier) }
  required init?(coder: NSCoder) { super.init(coder: coder) }
}
class MakingItem: UICollectionViewCell {}
class MakingItemFrame: UICollectionViewCell {
  override init(frame: CGRect) { super.init(frame: frame) }
  required init?(coder: NSCoder) { super.init(coder: coder) }
}
class MakingItemCoder: UICollectionViewCell {
  required init?(coder: NSCoder) { super.init(coder: coder) }
}
class MakingSegueArgument: MakingSegue {
  init(x: Int, source: UIViewController) { super.init(identifier: nil, source: source, destination: source) }
}
public class MakingPublicCell: UITableViewCell {}
class MakingLabel: UILabel {}
class MakingTap: UITapGestureRecognizer {
  override init(target: Any?, action: Selector?) { super.init(target: target, action: action) }
}
class MakingTapOnly: UITapGestureRecognizer {
  init(count: Int) { super.init(target: nil, action: nil) }
}
class MakingTable: UITableView {}
class MakingTableOwn: UITableView {
  enum Mode { case plain }
  init(frame: CGRect, style: Mode) { super.init(frame: frame, style: .plain) }
  required init?(coder: NSCoder) { super.init(coder: coder) }
}
