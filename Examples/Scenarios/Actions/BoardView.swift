import UIKit

/// Receives the taps on its pieces, which do not handle them; two taps swap two pieces.
class BoardView: UIView {

    private(set) var pieces: [PieceView] = []
    private var chosen: PieceView?

    override func awakeFromNib() {
        super.awakeFromNib()
        pieces = (1...6).map(PieceView.init(number:))
        pieces.forEach(addSubview)
        arrange()
    }

    private func arrange() {
        let side = CGSize(width: bounds.width / 3, height: bounds.height / 2)
        for (place, piece) in pieces.enumerated() {
            piece.frame = CGRect(
                x: CGFloat(place % 3) * side.width, y: CGFloat(place / 3) * side.height, width: side.width,
                height: side.height)
        }
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let piece = touches.first?.view as? PieceView else { return }
        guard let other = chosen else {
            print("chose", piece.number)
            piece.layer.borderWidth = 3
            chosen = piece
            return
        }
        chosen = nil
        other.layer.borderWidth = 0
        guard let here = pieces.firstIndex(of: piece), let there = pieces.firstIndex(of: other) else { return }
        pieces.swapAt(here, there)
        UIView.animate(withDuration: 0.3) {
            self.arrange()
        }
        print("swapped:", pieces.map { String($0.number) }.joined(separator: " "))
    }

}
