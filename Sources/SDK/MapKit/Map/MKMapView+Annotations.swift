@_spi(Hazards) import CarobRuntime
import CoreLocation
import UIKit

extension MKMapView {
  public func addAnnotation(_ annotation: any MKAnnotation) { addAnnotations([annotation]) }
  public func addAnnotations(_ annotations: [any MKAnnotation]) {
    for annotation in annotations {
      guard let record = annotationStore.add(annotation) else { continue }
      follow(record)
    }
    setNeedsLayout()
  }
  public func removeAnnotation(_ annotation: any MKAnnotation) { removeAnnotations([annotation]) }
  public func removeAnnotations(_ annotations: [any MKAnnotation]) {
    var removed: [AnnotationRecord] = []
    for annotation in annotations {
      guard let record = annotationStore.record(of: annotation), !(annotation is MKUserLocation) else {
        continue
      }
      removed.append(record)
    }
    forget(removed)
  }
  func forget(_ removed: [AnnotationRecord]) {
    annotationStore.remove(removed)
    for record in removed {
      unfollow(record)
      if record.isSelected { deselect(record, animated: false) }
      takeAway(record)
    }
    setNeedsLayout()
  }

  public var annotations: [any MKAnnotation] { annotationStore.records.map(\.annotation) }
  /// The annotations in a rectangle, as hashable objects.
  public func annotations(in mapRect: MKMapRect) -> Set<AnyHashable> {
    var result: Set<AnyHashable> = []
    func add(_ record: AnnotationRecord) {
      if mapRect.contains(
        MKMapPoint(x: mapRect.midX + Mercator.shortWay(record.place.x - mapRect.midX), y: record.place.y)),
        let object = record.annotation as? NSObject
      {
        result.insert(object)
      }
    }
    for record in annotationStore.records { add(record) }
    for cluster in annotationStore.clusters { add(cluster.record) }
    return result
  }

  public func view(for annotation: any MKAnnotation) -> MKAnnotationView? { anyRecord(annotation)?.view }
  func anyRecord(_ annotation: any MKAnnotation) -> AnnotationRecord? {
    annotationStore.record(of: annotation)
      ?? annotationStore.clusters.first { $0.record.annotation === annotation }?.record
  }

  // MARK: Views (MK-15)

  public func register(_ viewClass: AnyClass?, forAnnotationViewWithReuseIdentifier identifier: String) {
    annotationStore.register(viewClass, identifier)
  }
  public func dequeueReusableAnnotationView(withIdentifier identifier: String) -> MKAnnotationView? {
    annotationStore.takeWaiting(identifier)
  }
  public func dequeueReusableAnnotationView(
    withIdentifier identifier: String, for annotation: any MKAnnotation
  ) -> MKAnnotationView {
    if let view = annotationStore.dequeue(identifier, for: annotation) { return view }
    if identifier == MKMapViewDefaultAnnotationViewReuseIdentifier
      || identifier == MKMapViewDefaultClusterAnnotationViewReuseIdentifier
    {
      return MKMarkerAnnotationView(annotation: annotation, reuseIdentifier: identifier)
    }
    NSException.raise(
      .internalInconsistencyException,
      "unable to dequeue an annotation view with identifier \(identifier): no class was registered for it")
  }

  /// Asks the delegate for a view; creates the default one if it returns none.
  // MK-15
  private func makeView(_ annotation: any MKAnnotation) -> MKAnnotationView {
    let asked = ask("mapView(_:viewFor:)", "mapView:viewForAnnotation:") {
      $0.mapView(self, viewFor: annotation)
    }
    if let view = asked ?? nil {
      if view.annotation == nil { view.annotation = annotation }
      return view
    }
    if annotation is MKUserLocation {
      return annotationStore.takeWaiting("carob.user")
        ?? MKUserLocationView(annotation: annotation, reuseIdentifier: "carob.user")
    }
    if annotation is MKClusterAnnotation {
      return dequeueReusableAnnotationView(
        withIdentifier: MKMapViewDefaultClusterAnnotationViewReuseIdentifier, for: annotation)
    }
    return dequeueReusableAnnotationView(
      withIdentifier: MKMapViewDefaultAnnotationViewReuseIdentifier, for: annotation)
  }

  // MARK: Following annotations

  private func follow(_ record: AnnotationRecord) {
    if let shape = record.annotation as? MKShape {
      if !shape.followers.contains(where: { $0.map === self }) {
        shape.followers.append(annotationFollower)
      }
      return
    }
    guard let object = record.annotation as? NSObject, !(object is MKUserLocation),
      AnnotationObserver.canObserve(object)
    else { return }
    object.addObserver(annotationObserver, forKeyPath: "coordinate", options: [], context: nil)
    record.isObserved = true
  }
  private func unfollow(_ record: AnnotationRecord) {
    if let shape = record.annotation as? MKShape {
      shape.followers.removeAll { $0.map === self || $0.map == nil }
    } else if record.isObserved, let object = record.annotation as? NSObject {
      object.removeObserver(annotationObserver, forKeyPath: "coordinate")
      record.isObserved = false
    }
  }
  private var annotationFollower: AnnotationFollower {
    if let follower = annotationStore.follower { return follower }
    let follower = AnnotationFollower(self)
    annotationStore.follower = follower
    return follower
  }
  private var annotationObserver: AnnotationObserver {
    if let observer = annotationStore.observer { return observer }
    let observer = AnnotationObserver(self)
    annotationStore.observer = observer
    return observer
  }

  // MK-16
  func annotationChanged(_ annotation: any MKAnnotation, _ change: AnnotationChange) {
    guard let record = anyRecord(annotation) else { return }
    switch change {
    case .place:
      record.place = MKMapPoint(annotation.coordinate)
      annotationStore.needsLook = true
      if let view = record.view { placeChanged(of: view) }
      setNeedsLayout()
    case .texts:
      record.view?.textsChanged()
      if let view = record.view { calloutChanged(of: view) }
    }
  }

  func placeChanged(of view: MKAnnotationView) {
    guard view.map === self else { return }
    annotationBoard.place(view)
    followCallout()
  }
  func clusteringChanged(of view: MKAnnotationView) {
    guard let annotation = view.annotation, let record = annotationStore.record(of: annotation),
      record.view === view, record.clusteringIdentifier != view.clusteringIdentifier
    else { return }
    record.clusteringIdentifier = view.clusteringIdentifier
    annotationStore.hasClustering = annotationStore.hasClustering || view.clusteringIdentifier != nil
    annotationStore.needsLook = true
    setNeedsLayout()
  }
  func collisionsChanged() {
    annotationStore.needsLook = true
    setNeedsLayout()
  }
  func orderChanged() {
    annotationStore.needsOrder = true
    setNeedsLayout()
  }

  // MARK: Updating views (MK-15, MK-20, MK-21)

  /// Creates the views of annotations near the visible part, and removes those that are no longer near.
  func updateAnnotations() {
    let store = annotationStore
    let visible = viewport.visibleRect
    let step = ClusterGrid.step(viewport)
    let isNear = store.covered.contains(
      visible.insetBy(dx: -visible.width * 0.02, dy: -visible.height * 0.02))
    let isZoomed =
      (store.hasClustering || store.mayCollide || store.hasTitles) && step != store.clusterStep
    guard store.needsLook || !isNear || isZoomed else {
      if store.needsOrder { order() }
      return followCallout()
    }
    store.needsLook = false
    store.clusterStep = step
    store.covered = visible.insetBy(dx: -visible.width * 0.25, dy: -visible.height * 0.25)
    // Whole cells, so that a cluster at the edge has all of its members.
    let room = store.hasClustering ? ClusterGrid.whole(store.covered, step) : store.covered
    var near: [AnnotationRecord] = []
    for record in store.records {
      let dx = abs(Mercator.shortWay(record.place.x - room.midX))
      // Annotations without a valid coordinate are not shown.
      if record.place.y >= 0, dx <= room.width / 2, abs(record.place.y - room.midY) <= room.height / 2 {
        near.append(record)
      } else if record.isAsked, !record.isSelected {
        takeAway(record)
      }
    }
    var added: [MKAnnotationView] = []
    askNew(near, step, &added)
    formClusters(near, step, &added)
    if !added.isEmpty || store.mayCollide { resolveCollisions() }
    order()
    if store.hasTitles { resolveTitles() }
    guard !added.isEmpty else { return followCallout() }
    for view in added where view.cluster == nil && view.superview != nil { view.prepareForDisplay() }
    tell("mapView(_:didAdd:)", "mapView:didAddAnnotationViews:") { $0.mapView(self, didAdd: added) }
    finishSelections()
    followCallout()
  }

  /// Asks for the views of new annotations; a view that will probably be in a cluster is reused for the next
  /// annotation.
  // OPTIMIZATION: ten thousand annotations that are shown as thirty clusters need few views, which are reused
  // from question to question.
  private func askNew(_ near: [AnnotationRecord], _ step: Int, _ added: inout [MKAnnotationView]) {
    let new = near.filter { !$0.isAsked && $0.view == nil }
    guard !new.isEmpty else { return }
    var crowds: [ClusterGrid.Cell: Int] = [:]
    if new.count > 1 { for record in near { crowds[ClusterGrid.cell(record.place, step), default: 0] += 1 } }
    for record in new {
      let view = makeView(record.annotation)
      record.isAsked = true
      record.clusteringIdentifier = record.annotation is MKUserLocation ? nil : view.clusteringIdentifier
      if record.clusteringIdentifier != nil {
        annotationStore.hasClustering = true
        if crowds[ClusterGrid.cell(record.place, step)] ?? 1 > 1, view.reuseIdentifier != nil,
          !record.isSelected
        {
          annotationStore.recycle(view)
          continue
        }
      }
      put(view, record)
      added.append(view)
    }
  }

  private func put(_ view: MKAnnotationView, _ record: AnnotationRecord) {
    record.view = view
    view.map = self
    view.cluster = nil
    if view.displayPriority != .required { annotationStore.mayCollide = true }
    if view is MKMarkerAnnotationView { annotationStore.hasTitles = true }
    view.isHidden = false
    annotationStore.incoming.append(view)
    annotationBoard.place(view)
    if record.isSelected { view.setSelected(true, animated: false) }
  }

  func takeAway(_ record: AnnotationRecord) {
    record.isAsked = false
    record.cluster = nil
    guard let view = record.view else { return }
    record.view = nil
    remove(view)
  }
  private func remove(_ view: MKAnnotationView) {
    hideCallout(of: view)
    annotationStore.incoming.removeAll { $0 === view }
    view.removeFromSuperview()
    view.map = nil
    annotationStore.recycle(view)
  }

  // MK-20
  private func formClusters(_ near: [AnnotationRecord], _ step: Int, _ added: inout [MKAnnotationView]) {
    let store = annotationStore
    guard store.hasClustering || !store.clusters.isEmpty else { return }
    let groups = ClusterGrid.groups(
      near.filter { $0.clusteringIdentifier != nil && !$0.isSelected && $0.isAsked }, step)
    var kept: [ClusterRecord] = []
    var known = Dictionary(
      store.clusters.compactMap { cluster in cluster.members.first.map { (ObjectIdentifier($0), cluster) } }
    ) { first, _ in first }
    var inClusters: Set<ObjectIdentifier> = []
    for group in groups where group.count > 1 {
      let cluster: ClusterRecord
      if let old = known.removeValue(forKey: ObjectIdentifier(group[0])), old.members.count == group.count,
        zip(old.members, group).allSatisfy({ $0 === $1 })
      {
        cluster = old
      } else {
        let members = group.map(\.annotation)
        let annotation =
          ask(
            "mapView(_:clusterAnnotationForMemberAnnotations:)",
            "mapView:clusterAnnotationForMemberAnnotations:"
          ) { $0.mapView(self, clusterAnnotationForMemberAnnotations: members) }
          ?? MKClusterAnnotation(memberAnnotations: members)
        cluster = ClusterRecord(AnnotationRecord(annotation, group[0].order), group)
      }
      kept.append(cluster)
      for member in group { inClusters.insert(ObjectIdentifier(member)) }
    }
    // Former clusters are removed before new ones are added, so that their views can be reused.
    for old in store.clusters where !kept.contains(where: { $0 === old }) {
      if old.record.isSelected { deselect(old.record, animated: false) }
      takeAway(old.record)
      for member in old.members where member.cluster === old { member.cluster = nil }
    }
    store.clusters = kept
    for cluster in kept {
      for member in cluster.members {
        member.cluster = cluster
        guard let view = member.view else { continue }
        member.view = nil
        added.removeAll { $0 === view }
        remove(view)
      }
      guard cluster.record.view == nil else { continue }
      let view = makeView(cluster.record.annotation)
      put(view, cluster.record)
      added.append(view)
    }
    for record in near
    where record.view == nil && record.isAsked && !inClusters.contains(ObjectIdentifier(record)) {
      let view = makeView(record.annotation)
      put(view, record)
      added.append(view)
    }
  }

  // MK-21
  private func resolveCollisions() {
    let store = annotationStore
    guard store.mayCollide else { return }
    var shown = FrameGrid()
    let views = (store.records + store.clusters.map(\.record)).compactMap { record in
      record.view.map { (record: record, view: $0) }
    }.sorted {
      ($0.view.displayPriority.rawValue, $1.record.order) > (
        $1.view.displayPriority.rawValue, $0.record.order
      )
    }
    for (record, view) in views {
      let frame = view.collisionFrame.offsetBy(
        dx: view.center.x - view.bounds.width / 2, dy: view.center.y - view.bounds.height / 2)
      let gives =
        view.displayPriority != .required && view.collisionMode != .none && !record.isSelected
        && shown.hits(frame)
      view.isHidden = gives
      if !gives, view.collisionMode != .none { shown.add(frame) }
    }
  }

  /// Hides titles that would overlap others: titles that never yield are shown, then the others in order of
  /// addition.
  // MK-43
  private func resolveTitles() {
    var shown = FrameGrid()
    let markers = (annotationStore.records + annotationStore.clusters.map(\.record)).compactMap {
      $0.view as? MKMarkerAnnotationView
    }
    let titles = markers.compactMap {
      marker -> (marker: MKMarkerAnnotationView, frame: CGRect, givesWay: Bool)? in
      guard !marker.isHidden, let title = marker.titlePlace else { return nil }
      let (dx, dy) = (marker.center.x - marker.bounds.width / 2, marker.center.y - marker.bounds.height / 2)
      return (marker, title.frame.offsetBy(dx: dx, dy: dy), title.givesWay)
    }
    for title in titles where !title.givesWay { shown.add(title.frame) }
    for title in titles where title.givesWay {
      title.marker.isTitleHidden = shown.hits(title.frame)
      if !title.marker.isTitleHidden { shown.add(title.frame) }
    }
  }

  /// Orders the views from back to front: by z priority, and for equal priorities from north to south.
  // MK-17
  private func order() {
    annotationStore.needsOrder = false
    let views = annotationBoard.subviews + annotationStore.incoming
    annotationStore.incoming = []
    let wanted = views.enumerated().sorted { a, b in
      let (x, y) = (rank(a.element), rank(b.element))
      return x.0 != y.0 ? x.0 < y.0 : x.1 != y.1 ? x.1 < y.1 : a.offset < b.offset
    }.map(\.element)
    for (index, view) in wanted.enumerated() {
      // OPTIMIZATION: `subviews` is not kept in a variable, because then each insertion would copy the list.
      if index >= annotationBoard.subviews.count || annotationBoard.subviews[index] !== view {
        annotationBoard.insertSubview(view, at: index)
      }
    }
  }
  private func rank(_ view: UIView) -> (Float, CGFloat) {
    guard let view = view as? MKAnnotationView else { return (.greatestFiniteMagnitude, 0) }
    return (view.currentPriority, view.center.y - view.centerOffset.y)
  }

  // MARK: Selecting (MK-14)

  func annotationView(at point: CGPoint) -> MKAnnotationView? {
    for case let view as MKAnnotationView in annotationBoard.subviews.reversed()
    where !view.isHidden && view.isEnabled && view.isUserInteractionEnabled && view.alpha > 0.01 {
      let own = convert(point, to: view)
      // A small view gets a larger touch area.
      let reach = view.touchFrame.insetBy(
        dx: min(0, (view.touchFrame.width - 30) / 2), dy: min(0, (view.touchFrame.height - 30) / 2))
      if reach.contains(own) { return view }
    }
    return nil
  }

  func tapped(at point: CGPoint) {
    if let view = annotationView(at: point), let annotation = view.annotation,
      let record = anyRecord(annotation)
    {
      guard !record.isSelected else { return }
      for other in annotationStore.selected { deselect(other, animated: true) }
      return select(record, animated: true)
    }
    for record in annotationStore.selected { deselect(record, animated: true) }
  }

  public func selectAnnotation(_ annotation: any MKAnnotation, animated: Bool) {
    guard let record = anyRecord(annotation), !record.isSelected else { return }
    for other in annotationStore.selected { deselect(other, animated: animated) }
    select(record, animated: animated)
  }
  public func deselectAnnotation(_ annotation: (any MKAnnotation)?, animated: Bool) {
    guard let annotation, let record = anyRecord(annotation), record.isSelected else { return }
    deselect(record, animated: animated)
  }

  // MK-14
  private func select(_ record: AnnotationRecord, animated: Bool) {
    record.isSelected = true
    annotationStore.selected.append(record)
    guard let view = record.view else {
      // Its view is created at the next layout, perhaps taken out of a cluster; the selection is reported
      // then.
      annotationStore.pendingSelections.append(record)
      annotationStore.needsLook = true
      return setNeedsLayout()
    }
    notifySelected(record, view, animated: animated)
  }
  private func notifySelected(_ record: AnnotationRecord, _ view: MKAnnotationView, animated: Bool) {
    view.setSelected(true, animated: animated)
    placeChanged(of: view)
    orderChanged()
    showCallout(of: view)
    tell("mapView(_:didSelect:)", "mapView:didSelectAnnotationView:", category: .user) {
      $0.mapView(self, didSelect: view)
    }
    tell("mapView(_:didSelect:)", "mapView:didSelectAnnotation:", category: .user) {
      $0.mapView(self, didSelect: record.annotation)
    }
  }
  private func finishSelections() {
    let pending = annotationStore.pendingSelections
    annotationStore.pendingSelections = []
    for record in pending where record.isSelected {
      if let view = record.view {
        notifySelected(record, view, animated: false)
      } else {
        annotationStore.pendingSelections.append(record)
      }
    }
  }
  private func deselect(_ record: AnnotationRecord, animated: Bool) {
    guard record.isSelected else { return }
    record.isSelected = false
    annotationStore.selected.removeAll { $0 === record }
    annotationStore.pendingSelections.removeAll { $0 === record }
    annotationStore.needsLook = annotationStore.needsLook || record.clusteringIdentifier != nil
    guard let view = record.view else { return }
    hideCallout(of: view)
    view.setSelected(false, animated: animated)
    placeChanged(of: view)
    orderChanged()
    tell("mapView(_:didDeselect:)", "mapView:didDeselectAnnotationView:", category: .user) {
      $0.mapView(self, didDeselect: view)
    }
    tell("mapView(_:didDeselect:)", "mapView:didDeselectAnnotation:", category: .user) {
      $0.mapView(self, didDeselect: record.annotation)
    }
  }

  // MARK: Callouts (MK-18)

  private func showCallout(of view: MKAnnotationView) {
    guard view.canShowCallout else { return }
    // A callout needs a title or a detail view.
    guard view.annotation?.titleText?.isEmpty == false || view.detailCalloutAccessoryView != nil else {
      Journal.note(
        .delegate, "callout", outcome: "refused", why: "the annotation has no title (MK-18)", receiver: view)
      return
    }
    let callout = CalloutView(view)
    annotationStore.callout?.removeFromSuperview()
    annotationStore.callout = callout
    content.addSubview(callout)
    connectControls(view)
    followCallout()
  }
  private func connectControls(_ view: MKAnnotationView) {
    for case let control as UIControl in [view.leftCalloutAccessoryView, view.rightCalloutAccessoryView] {
      control.addTarget(self, action: "carob_calloutControl:", for: .touchUpInside)
    }
  }
  func hideCallout(of view: MKAnnotationView) {
    guard let callout = annotationStore.callout, callout.subject === view else { return }
    callout.removeFromSuperview()
    annotationStore.callout = nil
  }
  func calloutChanged(of view: MKAnnotationView) {
    guard let callout = annotationStore.callout, callout.subject === view else {
      if view.isSelected, annotationStore.callout == nil { showCallout(of: view) }
      return
    }
    callout.build()
    connectControls(view)
    followCallout()
  }
  func followCallout() { annotationStore.callout?.follow(content.bounds) }

  func calloutControlTapped(_ control: UIControl) {
    guard let view = annotationStore.callout?.subject else { return }
    tell(
      "mapView(_:annotationView:calloutAccessoryControlTapped:)",
      "mapView:annotationView:calloutAccessoryControlTapped:", category: .user
    ) { $0.mapView(self, annotationView: view, calloutAccessoryControlTapped: control) }
  }

  // MARK: Dragging (MK-19)

  func setDragState(_ state: MKAnnotationView.DragState, of view: MKAnnotationView) {
    let old = view.dragState
    view.setDragState(state, animated: true)
    notifyDragState(view, state, old)
    if view.dragState != state { notifyDragState(view, view.dragState, state) }
  }
  private func notifyDragState(
    _ view: MKAnnotationView, _ new: MKAnnotationView.DragState, _ old: MKAnnotationView.DragState
  ) {
    guard new != old else { return }
    tell(
      "mapView(_:annotationView:didChange:fromOldState:)",
      "mapView:annotationView:didChangeDragState:fromOldState:", category: .user
    ) { $0.mapView(self, annotationView: view, didChange: new, fromOldState: old) }
  }

  func drag(_ view: MKAnnotationView, to point: CGPoint) {
    hideCallout(of: view)
    let own = convert(point, to: annotationBoard)
    view.center = CGPoint(x: own.x + view.centerOffset.x, y: own.y + view.centerOffset.y)
  }
  func drop(_ view: MKAnnotationView, at point: CGPoint) {
    guard let annotation = view.annotation else { return }
    move(annotation, to: viewport.place(point).wrapped.coordinate)
    setDragState(.ending, of: view)
    placeChanged(of: view)
    if view.isSelected { showCallout(of: view) }
  }
  private func move(_ annotation: any MKAnnotation, to coordinate: CLLocationCoordinate2D) {
    if let point = annotation as? MKPointAnnotation {
      point.coordinate = coordinate
      return
    }
    guard AnnotationObserver.set(coordinate, of: annotation) else {
      Journal.warn(
        "\(Journal.className(type(of: annotation))) cannot be dragged: key-value coding cannot set its coordinate; declare it "
          + "“@objc dynamic var coordinate”", rule: "MK-19", receiver: annotation)
      return
    }
    annotationChanged(annotation, .place)
  }
}

/// Observes the coordinates of annotations whose class the app defines.
final class AnnotationObserver: NSObject {
  private let map: ZeroingElement<MKMapView>
  init(_ map: MKMapView) {
    self.map = ZeroingElement(map)
    super.init()
  }

  static func canObserve(_ object: NSObject) -> Bool {
    PropertyTable.property(type(of: object), "coordinate") != nil
  }
  static func set(_ coordinate: CLLocationCoordinate2D, of annotation: any MKAnnotation) -> Bool {
    guard let object = annotation as? NSObject,
      PropertyTable.property(type(of: object), "coordinate")?.set != nil
    else { return false }
    object.setValue(coordinate, forKey: "coordinate")
    return true
  }

  override func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
    context: UnsafeMutableRawPointer?
  ) {
    nonisolated(unsafe) let object = object  // because annotations change on the main thread
    let map = map
    MainActor.assumeIsolated {
      guard let annotation = object as? any MKAnnotation else { return }
      map.object?.annotationChanged(annotation, .place)
    }
  }
}
