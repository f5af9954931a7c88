import UIKit

struct NamedColor {
    let name: String
    let color: UIColor

    static let warm = [
        NamedColor(name: "Red", color: .systemRed),
        NamedColor(name: "Orange", color: .systemOrange),
        NamedColor(name: "Yellow", color: .systemYellow),
        NamedColor(name: "Pink", color: .systemPink),
    ]

    static let cool = [
        NamedColor(name: "Blue", color: .systemBlue),
        NamedColor(name: "Green", color: .systemGreen),
    ]
}
