import CarobRuntime
import CoreLocation
import UIKit

/// The overlays of a map view, by level and order (MK-22).
@MainActor
final class OverlayStore {
  final class Entry {
    let overlay: any MKOverlay
    let level: MKOverlayLevel
    var renderer: MKOverlayRenderer?
    init(_ overlay: any MKOverlay, _ level: MKOverlayLevel) { (self.overlay, self.level) = (overlay, level) }
  }
  /// The overlays of each level, in order from bottom to top.
  var entries: [Entry] = []
  var needsRenderers = false
  var isEmpty: Bool { entries.isEmpty }
  func entry(_ overlay: any MKOverlay) -> Entry? { entries.first { $0.overlay === overlay } }
}

extension MKMapView {
  public var overlays: [any MKOverlay] {
    overlays(in: .aboveRoads) + overlays(in: .aboveLabels)
  }
  public func overlays(in level: MKOverlayLevel) -> [any MKOverlay] {
    overlayStore.entries.filter { $0.level == level }.map(\.overlay)
  }

  public func addOverlay(_ overlay: any MKOverlay) { addOverlays([overlay], level: .aboveLabels) }
  public func addOverlay(_ overlay: any MKOverlay, level: MKOverlayLevel) {
    addOverlays([overlay], level: level)
  }
  public func addOverlays(_ overlays: [any MKOverlay]) { addOverlays(overlays, level: .aboveLabels) }
  public func addOverlays(_ overlays: [any MKOverlay], level: MKOverlayLevel) {
    for overlay in overlays where overlayStore.entry(overlay) == nil {
      overlayStore.entries.append(.init(overlay, level))
    }
    overlayStore.needsRenderers = true
    setNeedsLayout()
  }
  public func add(_ overlay: any MKOverlay) { addOverlay(overlay) }
  public func add(_ overlay: any MKOverlay, level: MKOverlayLevel) { addOverlay(overlay, level: level) }
  public func remove(_ overlay: any MKOverlay) { removeOverlay(overlay) }

  public func removeOverlay(_ overlay: any MKOverlay) { removeOverlays([overlay]) }
  public func removeOverlays(_ overlays: [any MKOverlay]) {
    for overlay in overlays {
      guard let index = overlayStore.entries.firstIndex(where: { $0.overlay === overlay }) else { continue }
      let entry = overlayStore.entries.remove(at: index)
      entry.renderer?.map = nil
      overlayBoards[entry.level.rawValue].redraw(in: covering(entry))
      if overlay.canReplaceMapContent { ground.redraw() }
    }
    setNeedsLayout()
  }

  public func insertOverlay(_ overlay: any MKOverlay, at index: Int) {
    insertOverlay(overlay, at: index, level: .aboveLabels)
  }
  public func insertOverlay(_ overlay: any MKOverlay, at index: Int, level: MKOverlayLevel) {
    let others = overlays(in: level)
    insert(overlay, level, before: others.indices.contains(index) ? others[index] : nil)
  }
  public func insertOverlay(_ overlay: any MKOverlay, above sibling: any MKOverlay) {
    guard let entry = overlayStore.entry(sibling) else { return addOverlay(overlay) }
    let others = overlays(in: entry.level)
    let next = others.firstIndex { $0 === sibling }.map { $0 + 1 } ?? others.count
    insert(overlay, entry.level, before: others.indices.contains(next) ? others[next] : nil)
  }
  public func insertOverlay(_ overlay: any MKOverlay, below sibling: any MKOverlay) {
    guard let entry = overlayStore.entry(sibling) else { return addOverlay(overlay) }
    insert(overlay, entry.level, before: sibling)
  }
  public func exchangeOverlay(at index1: Int, withOverlayAt index2: Int) {
    let all = overlays
    guard all.indices.contains(index1), all.indices.contains(index2) else { return }
    exchangeOverlay(all[index1], with: all[index2])
  }
  public func exchangeOverlay(_ overlay1: any MKOverlay, with overlay2: any MKOverlay) {
    guard let a = overlayStore.entries.firstIndex(where: { $0.overlay === overlay1 }),
      let b = overlayStore.entries.firstIndex(where: { $0.overlay === overlay2 }),
      overlayStore.entries[a].level == overlayStore.entries[b].level
    else { return }
    overlayStore.entries.swapAt(a, b)
    overlayBoards[overlayStore.entries[a].level.rawValue].redraw()
  }
  private func insert(_ overlay: any MKOverlay, _ level: MKOverlayLevel, before sibling: (any MKOverlay)?) {
    let old = overlayStore.entry(overlay)
    overlayStore.entries.removeAll { $0 === old }
    let entry = OverlayStore.Entry(overlay, level)
    entry.renderer = old?.renderer
    let index = sibling.flatMap { sibling in overlayStore.entries.firstIndex { $0.overlay === sibling } }
    overlayStore.entries.insert(entry, at: index ?? overlayStore.entries.count)
    overlayStore.needsRenderers = true
    if entry.renderer != nil { overlayBoards[level.rawValue].redraw(in: covering(entry)) }
    setNeedsLayout()
  }

  public func renderer(for overlay: any MKOverlay) -> MKOverlayRenderer? {
    overlayStore.entry(overlay)?.renderer
  }

  /// Asks for the renderers of new overlays (MK-22).
  // MK-22
  func makeRenderers() {
    guard overlayStore.needsRenderers else { return }
    overlayStore.needsRenderers = false
    var made: [MKOverlayRenderer] = []
    for entry in overlayStore.entries where entry.renderer == nil {
      let renderer = ask("mapView(_:rendererFor:)", "mapView:rendererForOverlay:") {
        $0.mapView(self, rendererFor: entry.overlay)
      }
      guard let renderer else {
        Journal.note(
          .delegate, "mapView(_:rendererFor:)", outcome: "unhandled",
          why:
            "the delegate does not implement it, so that \(Journal.describe(entry.overlay)) is not drawn (MK-22)",
          receiver: self)
        continue
      }
      renderer.map = self
      entry.renderer = renderer
      made.append(renderer)
      overlayBoards[entry.level.rawValue].redraw(in: covering(entry))
      if entry.overlay.canReplaceMapContent { ground.redraw() }
    }
    guard !made.isEmpty else { return }
    tell("mapView(_:didAdd:)", "mapView:didAddOverlayRenderers:") { $0.mapView(self, didAdd: made) }
  }

  /// The area that an overlay covers, with a margin for line widths.
  private func covering(_ entry: OverlayStore.Entry) -> MKMapRect? {
    let rect = entry.overlay.boundingMapRect
    guard !rect.isNull else { return nil }
    let width = Double((entry.renderer as? MKOverlayPathRenderer)?.lineWidth ?? 0)
    let margin = (width * 2 + 32) / viewport.scale
    return rect.insetBy(dx: -margin, dy: -margin)
  }

  func redraw(_ renderer: MKOverlayRenderer, in rect: MKMapRect?) {
    guard let entry = overlayStore.entries.first(where: { $0.renderer === renderer }) else { return }
    overlayBoards[entry.level.rawValue].redraw(in: rect ?? covering(entry))
  }

  // MARK: Tiles

  func groundTile(_ key: TileKey) -> MapTile {
    if overlayStore.entries.contains(where: { $0.overlay.canReplaceMapContent && $0.renderer != nil }) {
      return .color(style.land.cgColor)
    }
    return GroundPainter.tile(
      key.rect, zoom: key.zoom, edge: TileBoard.edge, style: style, density: min(UIScreen.main.scale, 2))
  }

  func overlayTile(_ key: TileKey, _ level: Int) -> MapTile {
    let rect = key.rect
    let zoomScale = MKZoomScale(Double(TileBoard.edge) / rect.width)
    var drawn: [(MKOverlayRenderer, MKMapRect, Double)] = []
    for entry in overlayStore.entries where entry.level.rawValue == level {
      guard let renderer = entry.renderer, renderer.alpha > 0, let covered = covering(entry) else { continue }
      // An overlay that crosses the 180th meridian is also on the other side of the world.
      for shift in [0, MKMapSize.world.width, -MKMapSize.world.width] {
        let part = rect.offsetBy(dx: shift, dy: 0)
        guard part.intersects(covered), renderer.canDraw(part, zoomScale: zoomScale) else { continue }
        drawn.append((renderer, part, shift))
      }
    }
    guard !drawn.isEmpty else { return .nothing }
    let size = CGSize(width: TileBoard.edge, height: TileBoard.edge)
    let image = GroundPainter.picture(size, min(UIScreen.main.scale, 2), isOpaque: false) { context in
      for (renderer, part, _) in drawn {
        context.saveGState()
        let origin = renderer.point(for: part.origin)
        context.scaleBy(x: zoomScale, y: zoomScale)
        context.translateBy(x: -origin.x, y: -origin.y)
        context.setAlpha(renderer.alpha)
        context.setBlendMode(renderer.blendMode)
        Journal.deliver(.display, "draw(_:zoomScale:in:)", to: renderer, from: self) {
          renderer.draw(part, zoomScale: zoomScale, in: context)
        }
        context.restoreGState()
      }
    }
    return image.map { .image($0) } ?? .nothing
  }
}
