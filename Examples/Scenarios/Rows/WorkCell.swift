import UIKit

/// A row with a title and a spinner.
class WorkCell: UITableViewCell {

    @IBOutlet weak var titleLabel: UILabel!
    @IBOutlet weak var spinner: UIActivityIndicatorView!

}
