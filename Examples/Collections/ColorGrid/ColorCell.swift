import UIKit

class ColorCell: UICollectionViewCell {

    @IBOutlet weak var nameLabel: UILabel!

    override var isHighlighted: Bool {
        didSet { contentView.alpha = isHighlighted ? 0.5 : 1 }
    }

}

class SectionHeader: UICollectionReusableView {

    @IBOutlet weak var titleLabel: UILabel!

}
