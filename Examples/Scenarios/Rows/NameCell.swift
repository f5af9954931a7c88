import UIKit

/// A row with a name to edit.
class NameCell: UITableViewCell {

    @IBOutlet weak var textField: UITextField!

}
