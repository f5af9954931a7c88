import CarobFoundation
import CarobRuntime
import Contacts

public typealias CLGeocodeCompletionHandler = @Sendable ([CLPlacemark]?, (any Error)?) -> Void

/// Converts between coordinates and addresses with the app's gazetteer; it never uses the network (L-140).
///
/// One request at a time, as on the platform; the completion is called on the main queue after half a second.
open class CLGeocoder: NSObject, @unchecked Sendable {
  // @unchecked because its state is behind a lock.

  private struct State {
    var number = 0
    var completion: CLGeocodeCompletionHandler?
  }
  private let state = Guarded(State())

  /// L-141: the duration of a request, in seconds.
  static let delay = 0.5

  open var isGeocoding: Bool { state.withLock { $0.completion != nil } }

  /// Cancels the running request; its completion gets the error `geocodeCanceled`.
  open func cancelGeocode() {
    let completion = state.withLock { state in
      defer { state.completion = nil }
      return state.completion
    }
    guard let completion else { return }
    DispatchQueue.main.async { Self.answer(completion, nil, .geocodeCanceled) }
  }

  open func reverseGeocodeLocation(
    _ location: CLLocation, completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    start("reverseGeocodeLocation", completionHandler) {
      Gazetteer.shared.nearest(to: location.coordinate.point).map {
        [CLPlacemark($0, at: location.coordinate.point)]
      } ?? []
    }
  }
  open func reverseGeocodeLocation(
    _ location: CLLocation, preferredLocale locale: Locale?,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    if locale != nil { unimplemented("CLGeocoder's preferredLocale (the gazetteer has one language)") }
    reverseGeocodeLocation(location, completionHandler: completionHandler)
  }

  open func geocodeAddressString(
    _ addressString: String, completionHandler: @escaping CLGeocodeCompletionHandler
  ) { geocodeAddressString(addressString, in: nil, completionHandler: completionHandler) }

  /// Places in the region come first.
  open func geocodeAddressString(
    _ addressString: String, in region: CLRegion?, completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    let circle = region as? CLCircularRegion
    start("geocodeAddressString '\(addressString)'", completionHandler) {
      var found = Gazetteer.shared.find(addressString)
      if let circle {
        let inside = found.filter { circle.contains(CLLocationCoordinate2D($0.point)) }
        found = inside + found.filter { !circle.contains(CLLocationCoordinate2D($0.point)) }
      }
      return found.map { CLPlacemark($0) }
    }
  }
  open func geocodeAddressString(
    _ addressString: String, in region: CLRegion?, preferredLocale locale: Locale?,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    if locale != nil { unimplemented("CLGeocoder's preferredLocale (the gazetteer has one language)") }
    geocodeAddressString(addressString, in: region, completionHandler: completionHandler)
  }
  open func geocodePostalAddress(
    _ postalAddress: CNPostalAddress, completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    let parts = [
      postalAddress.street, postalAddress.subLocality, postalAddress.city, postalAddress.state,
      postalAddress.postalCode, postalAddress.country,
    ]
    geocodeAddressString(
      parts.filter { !$0.isEmpty }.joined(separator: ", "), completionHandler: completionHandler)
  }
  open func geocodePostalAddress(
    _ postalAddress: CNPostalAddress, preferredLocale locale: Locale?,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    if locale != nil { unimplemented("CLGeocoder's preferredLocale (the gazetteer has one language)") }
    geocodePostalAddress(postalAddress, completionHandler: completionHandler)
  }
  @available(*, deprecated)
  open func geocodeAddressDictionary(
    _ addressDictionary: [AnyHashable: Any], completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    let parts = ["Street", "City", "State", "ZIP", "Country"].compactMap { addressDictionary[$0] as? String }
    geocodeAddressString(parts.joined(separator: ", "), completionHandler: completionHandler)
  }

  open func reverseGeocodeLocation(_ location: CLLocation, preferredLocale locale: Locale? = nil) async throws
    -> [CLPlacemark]
  {
    try await answer { self.reverseGeocodeLocation(location, preferredLocale: locale, completionHandler: $0) }
  }
  open func geocodeAddressString(
    _ addressString: String, in region: CLRegion? = nil, preferredLocale locale: Locale? = nil
  ) async throws -> [CLPlacemark] {
    try await answer {
      self.geocodeAddressString(addressString, in: region, preferredLocale: locale, completionHandler: $0)
    }
  }

  open func geocodePostalAddress(_ postalAddress: CNPostalAddress, preferredLocale locale: Locale? = nil)
    async throws -> [CLPlacemark]
  {
    try await answer {
      self.geocodePostalAddress(postalAddress, preferredLocale: locale, completionHandler: $0)
    }
  }

  private func answer(_ body: (@escaping CLGeocodeCompletionHandler) -> Void) async throws -> [CLPlacemark] {
    try await withCheckedThrowingContinuation { continuation in
      body { placemarks, error in
        if let error {
          continuation.resume(throwing: error)
        } else {
          continuation.resume(returning: placemarks ?? [])
        }
      }
    }
  }

  private func start(
    _ name: String, _ completion: @escaping CLGeocodeCompletionHandler,
    _ find: @escaping @Sendable () -> [CLPlacemark]
  ) {
    let number = state.withLock { state -> Int? in
      guard state.completion == nil else { return nil }
      state.number += 1
      state.completion = completion
      return state.number
    }
    guard let number else {
      // L-141: a request while another one is running fails with the same error as too many requests.
      Journal.note(
        .location, name, outcome: "refused", why: "another request of this geocoder is running",
        receiver: self)
      DispatchQueue.main.async { Self.answer(completion, nil, .network) }
      return
    }
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.delay) { [self] in
      let completion = state.withLock { state -> CLGeocodeCompletionHandler? in
        guard state.number == number else { return nil }
        defer { state.completion = nil }
        return state.completion
      }
      guard let completion else { return }
      let found = find()
      Self.answer(completion, found.isEmpty ? nil : found, found.isEmpty ? .geocodeFoundNoResult : nil)
    }
  }

  private static func answer(
    _ completion: CLGeocodeCompletionHandler, _ found: [CLPlacemark]?, _ error: CLError.Code?
  ) {
    Journal.deliverRegistered(.location, "{}", detail: [("block", "completionHandler")]) {
      completion(found, error.map { CLError($0) })
    }
  }
}
