/// Gathers the warnings about resources of one bundle while it is laid out.
final class BundleWarnings {
  var all: [BuildDiagnostic] = []
}
