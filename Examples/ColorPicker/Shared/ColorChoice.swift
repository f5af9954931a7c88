import UIKit

/// The colors that the picker offers, in the order of its segments.
enum ColorChoice: Int, CaseIterable {
    case cyan
    case magenta
    case yellow

    var name: String {
        switch self {
        case .cyan: return "Cyan"
        case .magenta: return "Magenta"
        case .yellow: return "Yellow"
        }
    }

    var color: UIColor {
        switch self {
        case .cyan: return .cyan
        case .magenta: return .magenta
        case .yellow: return .yellow
        }
    }
}
