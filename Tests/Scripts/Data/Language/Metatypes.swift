import UIKit

// F-155: objects from values of metatypes.

class Tap: UITapGestureRecognizer {
  override init(target: Any?, action: Selector?) {
    super.init(target: target, action: action)
    name = "tap"
  }
}
class Pan: UIPanGestureRecognizer {}
class Screen: UIViewController {
  override init(nibName: String?, bundle: Bundle?) {
    super.init(nibName: nibName, bundle: bundle)
    title = "screen"
  }
  required init?(coder: NSCoder) { super.init(coder: coder) }
}
class Cell: UITableViewCell {
  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    tag = 7
  }
  required init?(coder: NSCoder) { fatalError() }
}
class Table: UITableView {}
class Navigation: UINavigationController {}
class Model: NSObject {}
class Maker: NSObject {
  @objc func act(_ sender: Any) {}
  func make<T: UIGestureRecognizer>(_ type: T.Type) -> T {
    type.init(target: self, action: #selector(act(_:)))
  }
  func makeObject<T: NSObject>() -> T { T() }
}

func metatypes() {
  let maker = Maker()
  let recognizers: [UIGestureRecognizer.Type] = [
    Tap.self, Pan.self, UITapGestureRecognizer.self, UILongPressGestureRecognizer.self,
  ]
  for type in recognizers {
    let made = type.init(target: maker, action: #selector(Maker.act(_:)))
    print(Swift.type(of: made), made.name ?? "nil", Swift.type(of: type.init()))
  }
  print(type(of: maker.make(Tap.self)), type(of: maker.make(UIPinchGestureRecognizer.self)))
  let model: Model = maker.makeObject()
  print(type(of: model))

  let screen: UIViewController.Type = Screen.self
  print(type(of: screen.init()), screen.init(nibName: nil, bundle: nil).title ?? "nil")
  let cell: UITableViewCell.Type = Cell.self
  let made = cell.init(style: .subtitle, reuseIdentifier: "x")
  print(type(of: made), made.tag, made.reuseIdentifier ?? "nil")
  let tables: [UITableView.Type] = [Table.self, UITableView.self]
  for type in tables {
    let table = type.init(frame: .zero, style: .grouped)
    print(Swift.type(of: table), table.style == .grouped)
  }
  let layout: UICollectionViewLayout.Type = UICollectionViewFlowLayout.self
  let collection: UICollectionView.Type = UICollectionView.self
  print(type(of: collection.init(frame: .zero, collectionViewLayout: layout.init()).collectionViewLayout))
  let navigation: UINavigationController.Type = Navigation.self
  print(type(of: navigation.init(rootViewController: screen.init()).viewControllers[0]))
  let tableController: UITableViewController.Type = UITableViewController.self
  print(tableController.init(style: .grouped).tableView.style == .grouped)
  let item: UIBarButtonItem.Type = UIBarButtonItem.self
  print(item.init(title: "t", style: .plain, target: maker, action: #selector(Maker.act(_:))).title ?? "nil")
  let stack: UIStackView.Type = UIStackView.self
  print(stack.init(arrangedSubviews: [UIView(), UIView()]).arrangedSubviews.count)
  let controls: [UIControl.Type] = [UIButton.self, UISwitch.self]
  for type in controls { print(Swift.type(of: type.init()), Swift.type(of: type.init(frame: .zero))) }

  if let type = NSClassFromString("Language.Screen") as? UIViewController.Type {
    print(type.init().title ?? "nil")
  }
  if let type = NSClassFromString("UIButton") as? UIControl.Type {
    print(Swift.type(of: type.init(frame: .zero)))
  }
  if let type = NSClassFromString("Language.Model") as? NSObject.Type { print(Swift.type(of: type.init())) }
  print(NSClassFromString("Language.None") == nil)
}
