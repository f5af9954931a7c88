import UIKit

/// A gesture in the catalog: its name, how to create its recognizer, and which of its values to show.
struct GestureKind {

    let name: String
    let make: () -> UIGestureRecognizer

    static let all: [GestureKind] = [
        GestureKind(name: "Tap") { UITapGestureRecognizer() },
        GestureKind(name: "Double Tap") {
            let tap = UITapGestureRecognizer()
            tap.numberOfTapsRequired = 2
            return tap
        },
        GestureKind(name: "Long Press") { UILongPressGestureRecognizer() },
        GestureKind(name: "Pan") {
            let pan = UIPanGestureRecognizer()
            pan.allowedScrollTypesMask = .all
            return pan
        },
        GestureKind(name: "Swipe Left") {
            let swipe = UISwipeGestureRecognizer()
            swipe.direction = .left
            return swipe
        },
        GestureKind(name: "Pinch") { UIPinchGestureRecognizer() },
        GestureKind(name: "Rotation") { UIRotationGestureRecognizer() },
        GestureKind(name: "Edge Pan") {
            let edge = UIScreenEdgePanGestureRecognizer()
            edge.edges = .right
            return edge
        },
        GestureKind(name: "Hover") { UIHoverGestureRecognizer() },
    ]

    /// The gesture's location, or its progress.
    static func describe(_ recognizer: UIGestureRecognizer, in view: UIView) -> String {
        switch recognizer {
        case let pan as UIPanGestureRecognizer:
            let way = pan.translation(in: view)
            return "moved \(Int(way.x)), \(Int(way.y))"
        case let pinch as UIPinchGestureRecognizer:
            return "scale " + String(format: "%.1f", pinch.scale)
        case let rotation as UIRotationGestureRecognizer:
            return "turned \(Int((rotation.rotation * 180 / .pi).rounded()))°"
        default:
            let place = recognizer.location(in: view)
            return "at \(Int(place.x)), \(Int(place.y))"
        }
    }

}
