import FlyingFox
import FlyingSocks
import Foundation

/// The server's end of a page's WebSocket.
///
/// Reads inputs strictly: an invalid message closes the connection with a reason and has no other effect.
struct PageConnection: Sendable {
  /// The longest message of a page, bytes.
  static let maximumMessage = 1 << 20

  let hub: PageHub

  /// Serves the page until either side closes the connection. Cancelling ends it at once.
  func run(reader: ConnectionReader, socket: AsyncSocket) async {
    let page = hub.connect()
    await withDiscardingTaskGroup { group in
      group.addTask { [hub] in
        var fingers = FingerTable()
        do {
          try await Self.read(reader, page: page, hub: hub, fingers: &fingers)
        } catch let reason as CloseReason {
          page.outbox.close(reason.code)
        } catch {
          // The connection was lost or closed.
          page.outbox.finish()
        }
        hub.disconnect(page, cancelling: fingers.cancelAll())
      }
      do {
        while let frame = await page.outbox.next() { try await socket.write(frame.encoded) }
      } catch {
        page.outbox.finish()
      }
      group.cancelAll()
    }
  }

  /// Reads frames until the page closes the connection; throws for an invalid message.
  private static func read(
    _ reader: ConnectionReader, page: PageHub.Page, hub: PageHub, fingers: inout FingerTable
  ) async throws {
    var message: [UInt8]?
    while true {
      let frame = try await reader.frame()
      switch frame.opcode {
      case .close: throw CloseReason(.normalClosure)
      case .ping:
        page.outbox.send([WSFrame(fin: true, opcode: .pong, mask: nil, payload: frame.payload)])
        continue
      case .pong: continue
      case .text:
        guard message == nil else { throw CloseReason(.protocolError) }
        message = []
      case .continuation:
        guard message != nil else { throw CloseReason(.protocolError) }
      case .binary: throw CloseReason(.unsupportedData)
      default: throw CloseReason(.protocolError)
      }
      guard !frame.rsv1, !frame.rsv2, !frame.rsv3 else { throw CloseReason(.protocolError) }
      guard (message?.count ?? 0) + frame.payload.count <= Self.maximumMessage else {
        throw CloseReason(.messageTooBig)
      }
      message?.append(contentsOf: frame.payload)
      guard frame.fin, let text = message else { continue }
      message = nil
      do {
        try handle(text, page: page, hub: hub, fingers: &fingers)
      } catch {
        throw CloseReason(WSCloseCode(WSCloseCode.policyViolation.code, reason: error.reason))
      }
    }
  }

  private static func handle(
    _ text: [UInt8], page: PageHub.Page, hub: PageHub, fingers: inout FingerTable
  ) throws(PageInput.Invalid) {
    let input = try PageInput(text: text)
    switch input.action {
    case .touches(let changes):
      let translated = try fingers.translate(changes) { hub.makeFingerID() }
      hub.send(.touches(translated), from: page, number: input.number)
    case .clearEvents: hub.clearEvents()
    case .readElements(let reads): hub.page(page, readsElements: reads)
    case .input(let action):
      hub.send(action, from: page, number: input.number)
    }
  }
}
