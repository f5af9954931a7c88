import Foundation
import Glibc

extension FileHandle {
  /// The bytes up to the end of the file, read when they are asked for, off the caller's thread.
  public var bytes: AsyncBytes { AsyncBytes(descriptor: fileDescriptor) }

  public struct AsyncBytes: AsyncSequence, Sendable {
    public typealias Element = UInt8
    let descriptor: Int32

    public func makeAsyncIterator() -> Iterator { Iterator(descriptor: descriptor) }

    /// Ends with the file, or with an error.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
      fileprivate let descriptor: Int32
      private var chunk: [UInt8] = []
      private var next = 0

      fileprivate init(descriptor: Int32) { self.descriptor = descriptor }

      public mutating func next() async throws -> UInt8? {
        if next == chunk.count {
          chunk = try await FileHandle.readChunk(descriptor)
          next = 0
          if chunk.isEmpty { return nil }
        }
        defer { next += 1 }
        return chunk[next]
      }
    }

    /// The text's lines, without what ends them.
    public var lines: AsyncThrowingStream<String, any Error> {
      let iterator = makeAsyncIterator()
      return AsyncThrowingStream { continuation in
        Task {
          do {
            var iterator = iterator
            var line: [UInt8] = []
            while let byte = try await iterator.next() {
              if byte != UInt8(ascii: "\n") {
                line.append(byte)
                continue
              }
              if line.last == UInt8(ascii: "\r") { line.removeLast() }
              continuation.yield(String(decoding: line, as: UTF8.self))
              line.removeAll()
            }
            if !line.isEmpty { continuation.yield(String(decoding: line, as: UTF8.self)) }
            continuation.finish()
          } catch { continuation.finish(throwing: error) }
        }
      }
    }
  }

  fileprivate static func readChunk(_ descriptor: Int32) async throws -> [UInt8] {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        if count < 0 {
          continuation.resume(throwing: POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO))
        } else {
          continuation.resume(returning: Array(buffer.prefix(count)))
        }
      }
    }
  }
}
