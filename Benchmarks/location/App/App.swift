import CoreLocation
import UIKit

/// Monitors twenty regions around a town, and counts fixes.
@main
class AppDelegate: UIResponder, UIApplicationDelegate, CLLocationManagerDelegate {
  var window: UIWindow?
  private let manager = CLLocationManager()
  private var fixes = 0

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = UIViewController()
    window?.makeKeyAndVisible()
    manager.delegate = self
    for number in 0..<20 {
      let angle = Double(number) / 20 * 2 * .pi
      let center = CLLocationCoordinate2D(
        latitude: 52.52 + 0.05 * sin(angle), longitude: 13.4 + 0.08 * cos(angle))
      manager.startMonitoring(
        for: CLCircularRegion(center: center, radius: 400, identifier: "place \(number)"))
    }
    return true
  }

  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    print("entered", region.identifier)
  }

  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    print("left", region.identifier)
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    fixes += locations.count
    if fixes % 20_000 == 0 { print("fixes", fixes) }
  }

  // The script's deep link: also receive every fix.
  func application(
    _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]
  ) -> Bool {
    manager.startUpdatingLocation()
    return true
  }
}
