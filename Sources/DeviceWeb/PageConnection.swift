import FlyingFox
import Foundation

/// One browser page on the other end of a WebSocket.
///
/// Reads inputs, strictly; what is no input closes the connection with a reason and touches nothing else.
struct PageConnection: WSHandler {
  /// Bytes that a page may send in one message.
  static let maximumMessage = 1 << 20

  let hub: PageHub

  func makeFrames(for client: AsyncThrowingStream<WSFrame, any Error>) async throws -> AsyncStream<WSFrame> {
    let page = hub.connect()
    let reader = Task { [hub] in
      var fingers = FingerTable()
      do {
        try await Self.read(client, page: page, hub: hub, fingers: &fingers)
        page.outbox.finish()
      } catch let code as CloseReason {
        page.outbox.close(code.code)
      } catch {
        // A frame that is none, or a connection that broke: the library has no more to give.
        page.outbox.close(.protocolError)
      }
      hub.disconnect(page, cancelling: fingers.cancelAll())
    }
    return AsyncStream {
      let frame = await page.outbox.next()
      if frame == nil { reader.cancel() }
      return frame
    }
  }

  /// Takes frames until the page closes; throws when it says something that it must not say.
  private static func read(
    _ client: AsyncThrowingStream<WSFrame, any Error>, page: PageHub.Page, hub: PageHub,
    fingers: inout FingerTable
  ) async throws {
    var message: [UInt8]?
    for try await frame in client {
      switch frame.opcode {
      case .close: throw CloseReason(.normalClosure)
      case .ping:
        guard frame.fin, frame.payload.count <= 125 else { throw CloseReason(.protocolError) }
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
      // NB: whether the client masked the frame (RFC 6455, 5.1) is not known here: the library unmasks and forgets.
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
    case .input(let action):
      hub.send(action, from: page, number: input.number)
    }
  }

  private struct CloseReason: Error {
    let code: WSCloseCode
    init(_ code: WSCloseCode) { self.code = code }
  }
}
