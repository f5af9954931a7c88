import UIKit

/// Tells single from double taps without recognizers: a single tap acts when it is too late for a second.
class TapView: UIView {

    var onTap: ((Int) -> Void)?

    override func awakeFromNib() {
        super.awakeFromNib()
        isAccessibilityElement = true
        accessibilityLabel = "Board"
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let touch = touches.first else { return }
        if touch.tapCount == 2 {
            NSObject.cancelPreviousPerformRequests(
                withTarget: self, selector: #selector(singleTap), object: nil)
        }
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let touch = touches.first else { return }
        switch touch.tapCount {
        case 1:
            perform(#selector(singleTap), with: nil, afterDelay: 0.3)
        case 2:
            print("double tap")
            onTap?(2)
        default:
            break
        }
    }

    @objc private func singleTap() {
        print("single tap")
        onTap?(1)
    }

}
