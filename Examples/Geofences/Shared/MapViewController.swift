import MapKit
import UIKit

/// The reminders on a map, each with its circle.
class MapViewController: UIViewController {
  @IBOutlet var map: MKMapView!
  @IBOutlet var messageLabel: UILabel!

  private let watcher = Watcher.shared
  private var hasShownUser = false

  override func viewDidLoad() {
    super.viewDidLoad()
    let city = CLLocationCoordinate2D(latitude: 52.5163, longitude: 13.3777)
    map.region = MKCoordinateRegion(center: city, latitudinalMeters: 3000, longitudinalMeters: 3000)
    map.register(MKMarkerAnnotationView.self, forAnnotationViewWithReuseIdentifier: "reminder")
    NotificationCenter.default.addObserver(
      self, selector: #selector(showReminders), name: Watcher.didChange, object: watcher)
    showReminders()
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    watcher.requestLocation()
  }

  @objc private func showReminders() {
    title = "\(watcher.reminders.count) of \(Watcher.limit)"
    messageLabel.text = "Allow location always in Settings, so that places can remind you."
    messageLabel.isHidden = watcher.isAllowed || watcher.isUndecided
    map.showsUserLocation = watcher.isAllowed
    map.removeAnnotations(map.annotations.filter { $0 is Reminder })
    map.removeOverlays(map.overlays)
    map.addAnnotations(watcher.reminders)
    map.addOverlays(watcher.reminders.map { MKCircle(center: $0.coordinate, radius: $0.radius) })
  }

  @IBAction func add(_ sender: Any) {
    guard !watcher.isFull else {
      return UIApplication.shared.showAlert(
        title: "That is all", message: "Only \(Watcher.limit) places can be watched. Delete one first.")
    }
    performSegue(withIdentifier: "add", sender: sender)
  }

  override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
    (segue.destination as? FormViewController)?.region = map.region
  }

  @IBAction func save(_ segue: UIStoryboardSegue) {
    guard let form = segue.source as? FormViewController else { return }
    let reminder = watcher.add(
      note: form.note, moment: form.moment, coordinate: form.coordinate, radius: form.radius)
    if reminder.radius < form.radius {
      messageLabel.text = "The radius was reduced to \(Int(reminder.radius)) m."
      messageLabel.isHidden = false
    }
  }
}

extension MapViewController: MKMapViewDelegate {
  func mapView(_ mapView: MKMapView, viewFor annotation: MKAnnotation) -> MKAnnotationView? {
    guard annotation is Reminder else { return nil }
    let view = mapView.dequeueReusableAnnotationView(withIdentifier: "reminder", for: annotation)
    let deleteButton = UIButton(type: .system)
    deleteButton.setImage(UIImage(systemName: "trash"), for: .normal)
    deleteButton.accessibilityLabel = "Delete"
    deleteButton.frame = CGRect(x: 0, y: 0, width: 44, height: 44)
    view.rightCalloutAccessoryView = deleteButton
    view.canShowCallout = true
    return view
  }

  func mapView(_ mapView: MKMapView, rendererFor overlay: MKOverlay) -> MKOverlayRenderer {
    let renderer = MKCircleRenderer(overlay: overlay)
    renderer.fillColor = .systemTeal.withAlphaComponent(0.2)
    renderer.strokeColor = .systemTeal
    renderer.lineWidth = 2
    return renderer
  }

  func mapView(
    _ mapView: MKMapView, annotationView view: MKAnnotationView, calloutAccessoryControlTapped control: UIControl
  ) {
    guard let reminder = view.annotation as? Reminder else { return }
    watcher.remove(reminder)
  }

  func mapView(_ mapView: MKMapView, didUpdate userLocation: MKUserLocation) {
    guard !hasShownUser else { return }
    hasShownUser = true
    mapView.setCenter(userLocation.coordinate, animated: false)
  }
}
