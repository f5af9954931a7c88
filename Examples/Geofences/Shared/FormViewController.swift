import MapKit
import UIKit

/// A form for a new reminder; its location is the center of the map.
class FormViewController: UIViewController {
  @IBOutlet var noteField: UITextField!
  @IBOutlet var radiusField: UITextField!
  @IBOutlet var momentControl: UISegmentedControl!
  @IBOutlet var map: MKMapView!

  /// The region that the map shows at first.
  var region: MKCoordinateRegion?

  var note: String {
    guard let text = noteField.text, !text.isEmpty else { return "Reminder" }
    return text
  }
  var radius: CLLocationDistance { Double(radiusField.text ?? "") ?? 300 }
  var moment: Reminder.Moment { Reminder.Moment(rawValue: momentControl.selectedSegmentIndex) ?? .arrival }
  var coordinate: CLLocationCoordinate2D { map.centerCoordinate }

  override func viewDidLoad() {
    super.viewDidLoad()
    if let region { map.region = region }
  }
}
