import UIKit

/// Why is the square not centered?
class GeometryViewController: UIViewController {

    private let square = UIView(frame: CGRect(x: 0, y: 0, width: 40, height: 40))

    override func viewDidLoad() {
        super.viewDidLoad()
        square.backgroundColor = .systemTeal
        square.isAccessibilityElement = true
        square.accessibilityLabel = "Square"
        square.center = CGPoint(x: view.bounds.midX, y: view.bounds.midY)
        view.addSubview(square)
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        print("off by", Int(view.bounds.midX - square.center.x), Int(view.bounds.midY - square.center.y))
    }

}
