import UIKit

/// A row with an editable name.
class NameCell: UITableViewCell {

    @IBOutlet weak var textField: UITextField!

}
