import CoreGraphics

/// What was set for large content viewers to show of a view (E-1101).
final class LargeContent {
  var isShown = false
  var title: String?
  var image: UIImage?
  var scalesImage = false
  var imageInsets = UIEdgeInsets.zero
}
