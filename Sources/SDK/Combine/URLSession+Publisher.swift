import CarobFoundation
@_weakLinked import FoundationNetworking
import OpenCombine

extension URLSession {
  /// Creates a publisher of the response to a request. Each subscription sends its own request.
  public func dataTaskPublisher(for url: URL) -> DataTaskPublisher {
    dataTaskPublisher(for: URLRequest(url: url))
  }

  public func dataTaskPublisher(for request: URLRequest) -> DataTaskPublisher {
    DataTaskPublisher(request: request, session: self)
  }

  public struct DataTaskPublisher: OpenCombine.Publisher {
    public typealias Output = (data: Data, response: URLResponse)
    public typealias Failure = URLError

    public let request: URLRequest
    public let session: URLSession

    public init(request: URLRequest, session: URLSession) {
      self.request = request
      self.session = session
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == URLError {
      let gate = DemandGate(subscriber, .latestKept)
      nonisolated(unsafe) let answer: (Result<Output, URLError>) -> Void = { result in
        switch result {
        case .success(let output):
          gate.send(output)
          gate.finish(.finished)
        case .failure(let error): gate.finish(.failure(error))
        }
      }
      let task = session.dataTask(with: request) { data, response, error in
        if let data, let response, error == nil {
          answer(.success((data, response)))
        } else {
          answer(.failure(error as? URLError ?? URLError(.unknown)))
        }
      }
      subscriber.receive(subscription: TaskSubscription(gate, task))
    }
  }
}

/// Starts the request on the first demand.
private final class TaskSubscription<Downstream: Subscriber>: Subscription {
  private let gate: DemandGate<Downstream>
  private let task: URLSessionDataTask

  init(_ gate: DemandGate<Downstream>, _ task: URLSessionDataTask) {
    self.gate = gate
    self.task = task
  }

  func request(_ demand: Subscribers.Demand) {
    gate.request(demand)
    task.resume()
  }

  func cancel() {
    gate.cancel()
    task.cancel()
  }
}
