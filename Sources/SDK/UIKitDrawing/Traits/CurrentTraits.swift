import CarobFoundation
import CarobRuntime
import Glibc

/// The traits with which each thread resolves colours, fonts and images.
///
/// On the main thread they are the screen's or, during drawing, the view's. Other threads start with the
/// traits of the device model, not with what the screen currently shows, until they set their own.
package enum CurrentTraits {
  static var ofThread: UITraitCollection {
    get {
      guard let own = pthread_getspecific(key) else { return ofDevice.withLock { $0 } }
      return Unmanaged<UITraitCollection>.fromOpaque(own).takeUnretainedValue()
    }
    set {
      let old = pthread_getspecific(key)
      pthread_setspecific(key, Unmanaged.passRetained(newValue).toOpaque())
      if let old { Unmanaged<UITraitCollection>.fromOpaque(old).release() }
    }
  }

  /// The default for threads that have set none. Set once, when the app connects to its device and before its
  /// code runs.
  package static let ofDevice = Guarded(traits(scale: 3, .unspecified))

  package static func traits(scale: CGFloat, _ idiom: UIUserInterfaceIdiom) -> UITraitCollection {
    var values = UITraitCollection.Values()
    (values.style, values.scale, values.contentSize, values.idiom) = (.light, scale, .large, idiom)
    return UITraitCollection(values: values)
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { traits in
      if let traits { Unmanaged<UITraitCollection>.fromOpaque(traits).release() }
    }
    return key
  }()
}
