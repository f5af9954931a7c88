import CarobFoundation
import DeviceProtocol
import QuartzCore

/// The end of a turn: constraints, layout, display, commit (E-140…E-143).
@MainActor
final class TurnCommitter {
  static let shared = TurnCommitter()
  private var rootsHaveChanged = false
  private var isCommitting = false
  private var wantsWholeCommit = false
  private var lastStatusBar = StatusBar()

  /// Hooks into the main run loop (E-142: before waiting and at exit, order 2 000 000, common modes).
  func start() {
    connect()
    LayerClock.waiter = { time, block in
      // The timer fires on this thread, where the block was made.
      nonisolated(unsafe) let block = block
      let timer = Timer(timeInterval: max(0, time - Clock.now), repeats: false) { _ in block() }
      RunLoop.main.add(timer, forMode: .common)
      return { timer.invalidate() }
    }
    RunLoop.main.addObserver(
      activities: [.beforeWaiting, .exit], order: 2_000_000, repeats: true, modes: [.common]
    ) {
      _ in
      MainActor.assumeIsolated { TurnCommitter.shared.commit(runsCompletions: true) }
    }
  }

  /// Tells the layer tree which layers are roots, and transactions how to commit. No status bar was shown before.
  func connect() {
    lastStatusBar = StatusBar()
    LayerTree.shared.isRoot = { layer in
      MainActor.assumeIsolated { (layer.owner as? UIWindow).map { !$0.isHidden } ?? false }
    }
    CATransaction.commitAll = {
      MainActor.assumeIsolated { TurnCommitter.shared.commit(runsCompletions: false) }
    }
  }

  func rootsChanged() { rootsHaveChanged = true }
  func commitEverything() { wantsWholeCommit = true }

  /// Ends the turn: lays out and draws all changes from input, recognizers and controls once (F-56).
  ///
  /// - Parameter runsCompletions: whether `viewDidAppear`, completion blocks and similar callbacks may run
  /// afterwards.
  func commit(runsCompletions: Bool) {
    guard !isCommitting else { return }
    UIApplication.shared.touchDispatcher.cancelTouchesOfLostViews()
    isCommitting = true
    UnseenChanges.shared.turnEnds()
    Presenter.beginPending()
    Rotation.look()
    var passes = 0
    repeat {
      CATransaction.closeImplicit()
      AppearanceTracker.sendIsAppearing()
      TransitionCoordinator.runLateBlocks()
      for window in UIApplication.shared.visibleWindows { window.updateConstraintsPhase() }
      LayerTree.shared.layoutPhase()
      passes += 1
      // E-151, E-888: lay out again if layout marked superviews or activated constraints.
    } while passes < 3
      && (LayerTree.shared.needsLayout
        || UIApplication.shared.visibleWindows.contains { $0.needsUpdateConstraintsPhase })
    TransitionCoordinator.turnIsLaidOut()
    SystemGesturePreferences.shared.look()
    LayerTree.shared.displayPhase()
    send()
    isCommitting = false
    if runsCompletions { LayerAnimations.runAfterCommit() }
    PreferenceKeeper.save()
    DeviceConnection.shared.flush()
    // Completions may have made changes: commit again, so that the run loop never sleeps with uncommitted
    // changes.
    if runsCompletions, LayerTree.shared.hasWork || LayerAnimations.hasAfterCommit || Presenter.hasPending,
      depth < 100
    {
      depth += 1
      commit(runsCompletions: true)
      depth -= 1
    }
  }

  private var depth = 0

  private func send() {
    let roots = UIApplication.shared.visibleWindows.map(\.layer)
    if rootsHaveChanged {
      rootsHaveChanged = false
      for root in roots { root.markChanged() }
    }
    let bar = StatusBar.wanted()
    let barChanged = bar != lastStatusBar
    if barChanged { bar.askAboutAnimation(from: lastStatusBar) }
    if barChanged, let root = roots.last { root.markChanged() }
    lastStatusBar = bar
    guard var commit = LayerTree.shared.makeCommit(roots: roots, whole: wantsWholeCommit) else { return }
    wantsWholeCommit = false
    commit.statusBarStyle = bar.shownStyle
    commit.statusBarHidden = bar.isHidden
    DeviceConnection.shared.send(.commit(commit))
  }

  /// Whether the status bar was hidden in the last commit.
  var isStatusBarHidden: Bool { lastStatusBar.isHidden }
  /// The style chosen in the last commit.
  var statusBarStyle: UIStatusBarStyle { lastStatusBar.style }
}
