import UIKit

/// A pane with one recognizer. The card in it follows the gesture, and its states are listed below.
class GestureViewController: UIViewController {

    private let kind: GestureKind
    private let pane = UIView()
    private let card = UIView()
    private let states = UILabel()

    init(_ kind: GestureKind) {
        self.kind = kind
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { fatalError("made in code") }

    override func viewDidLoad() {
        super.viewDidLoad()
        title = kind.name
        view.backgroundColor = .systemBackground
        pane.backgroundColor = .secondarySystemBackground
        pane.isAccessibilityElement = true
        pane.accessibilityLabel = "Pane"
        card.frame = CGRect(x: 120, y: 150, width: 120, height: 120)
        card.backgroundColor = .systemTeal
        card.layer.cornerRadius = 16
        states.numberOfLines = 0
        states.textColor = .secondaryLabel
        states.text = "nothing yet"
        pane.addSubview(card)
        let recognizer = kind.make()
        recognizer.addTarget(self, action: #selector(recognized(_:)))
        pane.addGestureRecognizer(recognizer)
        for part in [pane, states] { view.addSubview(part) }
    }

    override func viewWillLayoutSubviews() {
        super.viewWillLayoutSubviews()
        let safe = view.bounds.inset(by: view.safeAreaInsets)
        pane.frame = CGRect(x: safe.minX, y: safe.minY, width: safe.width, height: safe.height - 80)
        states.frame = CGRect(x: safe.minX + 20, y: pane.frame.maxY, width: safe.width - 40, height: 80)
    }

    private static let names: [UIGestureRecognizer.State: String] = [
        .began: "began", .changed: "changed", .ended: "ended", .cancelled: "cancelled",
    ]

    @objc private func recognized(_ recognizer: UIGestureRecognizer) {
        let what = GestureKind.describe(recognizer, in: pane)
        states.text = "\(Self.names[recognizer.state] ?? "") \(what)"
        print("\(kind.name) \(states.text ?? "")")
        switch recognizer {
        case let pan as UIPanGestureRecognizer:
            let way = pan.translation(in: pane)
            card.transform = CGAffineTransform(translationX: way.x, y: way.y)
        case let pinch as UIPinchGestureRecognizer:
            card.transform = CGAffineTransform(scaleX: pinch.scale, y: pinch.scale)
        case let rotation as UIRotationGestureRecognizer:
            card.transform = CGAffineTransform(rotationAngle: rotation.rotation)
        default:
            card.backgroundColor = recognizer.state == .began ? .systemOrange : .systemTeal
        }
    }

}
