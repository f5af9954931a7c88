import CarobFoundation
@_spi(Hazards) import CarobRuntime

extension NibCoder {
  func decodeScrollView(_ view: UIScrollView) {
    guard let e = element else { return }
    if let flag = e.bool("pagingEnabled") { view.isPagingEnabled = flag }
    if let flag = e.bool("scrollEnabled") { view.isScrollEnabled = flag }
    if let flag = e.bool("bounces") { view.bounces = flag }
    if let flag = e.bool("alwaysBounceVertical") { view.alwaysBounceVertical = flag }
    if let flag = e.bool("alwaysBounceHorizontal") { view.alwaysBounceHorizontal = flag }
    if let flag = e.bool("showsVerticalScrollIndicator") { view.showsVerticalScrollIndicator = flag }
    if let flag = e.bool("showsHorizontalScrollIndicator") { view.showsHorizontalScrollIndicator = flag }
    if let scale = e.double("minimumZoomScale") { view.minimumZoomScale = CGFloat(scale) }
    if let scale = e.double("maximumZoomScale") { view.maximumZoomScale = CGFloat(scale) }
    if let flag = e.bool("bouncesZoom") { view.bouncesZoom = flag }
    if let flag = e.bool("directionalLockEnabled") { view.isDirectionalLockEnabled = flag }
    if let flag = e.bool("delaysContentTouches") { view.delaysContentTouches = flag }
    if let flag = e.bool("canCancelContentTouches") { view.canCancelContentTouches = flag }
    if let inset = e.child(key: "contentInset") { view.contentInset = edgeInsets(inset) }
    if let refresh = e.child(key: "refreshControl") {
      view.refreshControl = makeView(refresh) as? UIRefreshControl
    }
    if let inset = e.child(key: "scrollIndicatorInsets") { view.scrollIndicatorInsets = edgeInsets(inset) }
    switch e["indicatorStyle"] {
    case "black": view.indicatorStyle = .black
    case "white": view.indicatorStyle = .white
    default: break
    }
    if let size = e.child(key: "contentSize") { view.contentSize = self.size(size) }
    switch e["contentInsetAdjustmentBehavior"] {
    case "never": view.contentInsetAdjustmentBehavior = .never
    case "always": view.contentInsetAdjustmentBehavior = .always
    case "scrollableAxes": view.contentInsetAdjustmentBehavior = .scrollableAxes
    default: break
    }
    switch e["keyboardDismissMode"] {
    case "onDrag": view.keyboardDismissMode = .onDrag
    case "interactive": view.keyboardDismissMode = .interactive
    default: break
    }
  }
}
