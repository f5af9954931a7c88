/// Collects the warnings about resources of one bundle during its layout.
final class BundleWarnings {
  var all: [BuildDiagnostic] = []
}
