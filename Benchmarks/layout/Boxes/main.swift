// The rows of boxes in `boxes.html`, laid out with constraints: prints microseconds from scratch and for an
// edit.
@_spi(Testing) import UIKit

let rows = 56

/// A column of rows: an image, and beside it two lines that fill the remaining width.
@MainActor
final class Column {
  let root = UIView()
  let width: NSLayoutConstraint
  private(set) var constraints: [NSLayoutConstraint] = []
  private(set) var views = 1

  init(in window: UIWindow) {
    root.translatesAutoresizingMaskIntoConstraints = false
    window.addSubview(root)
    width = root.widthAnchor.constraint(equalToConstant: 390)
    constraints = [
      root.leadingAnchor.constraint(equalTo: window.leadingAnchor),
      root.topAnchor.constraint(equalTo: window.topAnchor), width,
    ]
    var end = root.topAnchor
    for _ in 0..<rows { end = row(under: end) }
    constraints.append(root.bottomAnchor.constraint(equalTo: end))
  }

  private func box(in parent: UIView) -> UIView {
    let view = UIView()
    view.translatesAutoresizingMaskIntoConstraints = false
    parent.addSubview(view)
    views += 1
    return view
  }

  private func row(under top: NSLayoutYAxisAnchor) -> NSLayoutYAxisAnchor {
    let cell = box(in: root)
    let (picture, title, subtitle) = (box(in: cell), box(in: cell), box(in: cell))
    constraints += [
      cell.leadingAnchor.constraint(equalTo: root.leadingAnchor),
      cell.trailingAnchor.constraint(equalTo: root.trailingAnchor),
      cell.topAnchor.constraint(equalTo: top),
      picture.leadingAnchor.constraint(equalTo: cell.leadingAnchor, constant: 16),
      picture.centerYAnchor.constraint(equalTo: cell.centerYAnchor),
      picture.widthAnchor.constraint(equalToConstant: 40),
      picture.heightAnchor.constraint(equalTo: picture.widthAnchor),
      title.leadingAnchor.constraint(equalTo: picture.trailingAnchor, constant: 8),
      title.trailingAnchor.constraint(equalTo: cell.trailingAnchor, constant: -16),
      title.topAnchor.constraint(equalTo: cell.topAnchor, constant: 11),
      title.heightAnchor.constraint(equalToConstant: 20.5),
      subtitle.leadingAnchor.constraint(equalTo: title.leadingAnchor),
      subtitle.trailingAnchor.constraint(equalTo: title.trailingAnchor),
      subtitle.topAnchor.constraint(equalTo: title.bottomAnchor, constant: 2),
      subtitle.heightAnchor.constraint(equalToConstant: 17),
      cell.bottomAnchor.constraint(equalTo: subtitle.bottomAnchor, constant: 11),
    ]
    return cell.bottomAnchor
  }
}

func microseconds(_ body: () -> Void) -> Double {
  let start = ContinuousClock.now
  body()
  let time = (ContinuousClock.now - start).components
  return Double(time.seconds) * 1e6 + Double(time.attoseconds) * 1e-12
}

UIApplication.shared.beginWithoutDevice()
let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 393, height: 852))
window.rootViewController = UIViewController()
window.makeKeyAndVisible()
window.layoutIfNeeded()

var scratch: [Double] = []
var edits: [Double] = []
for _ in 0..<30 {
  let column = Column(in: window)
  scratch.append(
    microseconds {
      NSLayoutConstraint.activate(column.constraints)
      window.layoutIfNeeded()
    })
  precondition(
    column.root.frame.height == CGFloat(rows) * 61.5, "the rows are \(column.root.frame.height) high")
  for step in 1...40 {
    edits.append(
      microseconds {
        column.width.constant = CGFloat(350 + step)
        window.layoutIfNeeded()
      })
  }
  if scratch.count == 1 { print("views \(column.views)\nconstraints \(column.constraints.count)") }
  column.root.removeFromSuperview()
}
scratch.sort()
edits.sort()
print("scratch \(scratch[scratch.count / 2])\nedit \(edits[edits.count / 2])")
