@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics
import QuartzCore

/// The printing sheet of a device without printers: `isPrintingAvailable` is false, and a presentation ends at
/// once, with nothing printed (E-1105).
@preconcurrency @MainActor
open class UIPrintInteractionController: _MainActorNSObject {
  public typealias CompletionHandler = (UIPrintInteractionController, Bool, (any Error)?) -> Void

  public static let shared = UIPrintInteractionController()
  open class var isPrintingAvailable: Bool { false }
  open class var printableUTIs: Set<String> { [] }
  open class func canPrint(_ url: URL) -> Bool { false }
  open class func canPrint(_ data: Data) -> Bool { false }

  open weak var delegate: (any UIPrintInteractionControllerDelegate)? {
    get { delegateReference }
    set { delegateReference = newValue }
  }
  @ZeroingExistential private var delegateReference: (any UIPrintInteractionControllerDelegate)?
  open var printInfo: UIPrintInfo?
  open var printingItem: Any?
  open var printingItems: [Any]?
  open var printFormatter: UIPrintFormatter?
  open var showsNumberOfCopies = true
  open var showsPaperSelectionForLoadedPapers = false
  open var showsPaperOrientation = true

  /// Presents nothing. The handler is called at the end of the turn. Returns false.
  @discardableResult
  open func present(animated: Bool, completionHandler completion: CompletionHandler? = nil) -> Bool {
    Journal.note(
      .lifecycle, "print", outcome: "refused", why: "the simulated device has no printers (E-1105)",
      sender: self, category: .user)
    guard let completion else { return false }
    LayerAnimations.afterCommit { [self] in
      Journal.deliverRegistered(.delegate, "{}", from: self, category: .user) { completion(self, false, nil) }
    }
    return false
  }
  @discardableResult
  open func present(
    from rect: CGRect, in view: UIView, animated: Bool, completionHandler completion: CompletionHandler? = nil
  ) -> Bool { present(animated: animated, completionHandler: completion) }
  @discardableResult
  open func present(
    from item: UIBarButtonItem, animated: Bool, completionHandler completion: CompletionHandler? = nil
  ) -> Bool { present(animated: animated, completionHandler: completion) }
  open func dismiss(animated: Bool) {}
}

/// Follows a print job; without printers none of the methods is called.
@preconcurrency @MainActor
public protocol UIPrintInteractionControllerDelegate: NSObjectProtocol, _CarobOptional {
  func printInteractionControllerParentViewController(
    _ printInteractionController: UIPrintInteractionController
  ) -> UIViewController?
  func printInteractionControllerWillPresentPrinterOptions(
    _ printInteractionController: UIPrintInteractionController)
  func printInteractionControllerDidPresentPrinterOptions(
    _ printInteractionController: UIPrintInteractionController)
  func printInteractionControllerWillDismissPrinterOptions(
    _ printInteractionController: UIPrintInteractionController)
  func printInteractionControllerDidDismissPrinterOptions(
    _ printInteractionController: UIPrintInteractionController)
  func printInteractionControllerWillStartJob(_ printInteractionController: UIPrintInteractionController)
  func printInteractionControllerDidFinishJob(_ printInteractionController: UIPrintInteractionController)
}
extension UIPrintInteractionControllerDelegate {
  public func printInteractionControllerParentViewController(
    _ printInteractionController: UIPrintInteractionController
  ) -> UIViewController? { nil }
  public func printInteractionControllerWillPresentPrinterOptions(
    _ printInteractionController: UIPrintInteractionController
  ) {}
  public func printInteractionControllerDidPresentPrinterOptions(
    _ printInteractionController: UIPrintInteractionController
  ) {}
  public func printInteractionControllerWillDismissPrinterOptions(
    _ printInteractionController: UIPrintInteractionController
  ) {}
  public func printInteractionControllerDidDismissPrinterOptions(
    _ printInteractionController: UIPrintInteractionController
  ) {}
  public func printInteractionControllerWillStartJob(
    _ printInteractionController: UIPrintInteractionController
  ) {}
  public func printInteractionControllerDidFinishJob(
    _ printInteractionController: UIPrintInteractionController
  ) {}
}

/// The settings of a print job.
@preconcurrency @MainActor
open class UIPrintInfo: _MainActorNSObject {
  public enum OutputType: Int, Sendable { case general, photo, grayscale, photoGrayscale }
  public enum Orientation: Int, Sendable { case portrait, landscape }
  public enum Duplex: Int, Sendable { case none, longEdge, shortEdge }
  open class func printInfo() -> UIPrintInfo { UIPrintInfo() }
  open var jobName = ""
  open var outputType = OutputType.general
  open var orientation = Orientation.portrait
  open var duplex = Duplex.none
  open var printerID: String?
}

/// What is to be printed, in the areas of pages. Lengths are in points.
@preconcurrency @MainActor
open class UIPrintFormatter: _MainActorNSObject {
  open var maximumContentHeight: CGFloat = 0
  open var maximumContentWidth: CGFloat = 0
  open var perPageContentInsets = UIEdgeInsets.zero
  open var startPage = 0
  /// Nothing is laid out for printing.
  open var pageCount: Int { 0 }
}

@preconcurrency @MainActor
open class UISimpleTextPrintFormatter: UIPrintFormatter {
  public init(text: String) {
    self.text = text
    super.init()
  }
  public init(attributedText: NSAttributedString) {
    self.attributedText = attributedText
    super.init()
  }
  open var text: String?
  open var attributedText: NSAttributedString?
  open var font: UIFont?
  open var color: UIColor?
  open var textAlignment = NSTextAlignment.natural
}

@preconcurrency @MainActor
open class UIMarkupTextPrintFormatter: UIPrintFormatter {
  public init(markupText: String) {
    self.markupText = markupText
    super.init()
  }
  open var markupText: String?
}

@preconcurrency @MainActor
open class UIViewPrintFormatter: UIPrintFormatter {
  public let view: UIView
  init(_ view: UIView) {
    self.view = view
    super.init()
  }
}

extension UIView {
  public func viewPrintFormatter() -> UIViewPrintFormatter { UIViewPrintFormatter(self) }
}
