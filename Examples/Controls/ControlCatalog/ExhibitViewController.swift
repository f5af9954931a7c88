import UIKit

/// One control, and the events that it sends.
class ExhibitViewController: UIViewController {

    private let exhibit: Exhibit
    private let events = UILabel()

    init(_ exhibit: Exhibit) {
        self.exhibit = exhibit
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { fatalError("made in code") }

    override func viewDidLoad() {
        super.viewDidLoad()
        title = exhibit.name
        view.backgroundColor = .systemBackground
        let control = exhibit.make()
        for (event, name) in Self.names {
            control.addAction(UIAction { [weak self] _ in self?.note(name) }, for: event)
        }
        events.numberOfLines = 0
        events.font = .preferredFont(forTextStyle: .footnote)
        events.textColor = .secondaryLabel
        events.text = "no events yet"
        for part in [control, events] as [UIView] {
            part.translatesAutoresizingMaskIntoConstraints = false
            view.addSubview(part)
        }
        let width = control.widthAnchor.constraint(equalToConstant: 300)
        width.priority = control is UISwitch || control is UIStepper ? .defaultLow : .defaultHigh
        NSLayoutConstraint.activate([
            control.centerXAnchor.constraint(equalTo: view.centerXAnchor),
            control.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: 40),
            width,
            events.centerXAnchor.constraint(equalTo: view.centerXAnchor),
            events.widthAnchor.constraint(equalToConstant: 300),
            events.bottomAnchor.constraint(equalTo: view.safeAreaLayoutGuide.bottomAnchor, constant: -20),
        ])
    }

    private var sent: [String] = []

    private func note(_ name: String) {
        sent.append(name)
        events.text = sent.suffix(8).joined(separator: ", ")
        print(name)
    }

    private static let names: [(UIControl.Event, String)] = [
        (.touchDown, "touchDown"), (.touchDownRepeat, "touchDownRepeat"), (.touchDragInside, "touchDragInside"),
        (.touchDragOutside, "touchDragOutside"), (.touchDragEnter, "touchDragEnter"),
        (.touchDragExit, "touchDragExit"), (.touchUpInside, "touchUpInside"),
        (.touchUpOutside, "touchUpOutside"), (.touchCancel, "touchCancel"), (.valueChanged, "valueChanged"),
        (.primaryActionTriggered, "primaryActionTriggered"), (.menuActionTriggered, "menuActionTriggered"),
        (.editingDidBegin, "editingDidBegin"), (.editingChanged, "editingChanged"),
        (.editingDidEnd, "editingDidEnd"), (.editingDidEndOnExit, "editingDidEndOnExit"),
    ]

}
