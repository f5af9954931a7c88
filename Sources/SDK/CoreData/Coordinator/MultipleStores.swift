import CarobFoundation

/// Fetches from several stores as if they were one.
struct MultipleStores {
  private let stores: [BackingStore]

  init(_ stores: [BackingStore]) { self.stores = stores }

  func fetch(_ request: StoreRequest) throws -> StoreResult {
    var part = request
    part.offset = 0
    part.limit = request.limit == 0 ? 0 : request.limit + request.offset
    switch request.result {
    case .count:
      var count = 0
      for store in stores {
        if case .count(let more) = try store.fetch(part) { count += more }
      }
      count = max(0, count - request.offset)
      return .count(request.limit == 0 ? count : min(count, request.limit))
    case .dictionaries:
      var all: [NSDictionary] = []
      for store in stores {
        if case .dictionaries(let more) = try store.fetch(part) { all += more }
      }
      return .dictionaries(page(sorted(all, request) { $0 }, request))
    case .ids where request.sortDescriptors.isEmpty:
      var all: [NSManagedObjectID] = []
      for store in stores {
        if case .ids(let more) = try store.fetch(part) { all += more }
      }
      return .ids(page(all, request))
    case .ids, .rows:
      part.result = .rows
      var all: [(id: NSManagedObjectID, row: RowSnapshot)] = []
      for store in stores {
        switch try store.fetch(part) {
        case .rows(let more): all += more
        case .ids(let ids):
          let rows = try store.rows(for: ids, generation: request.generation)
          all += ids.compactMap { id in rows[id].map { (id: id, row: $0) } }
        case .dictionaries, .count: break
        }
      }
      let ordered = page(sorted(all, request) { keys(of: $0, request) }, request)
      return request.result == .ids ? .ids(ordered.map(\.id)) : .rows(ordered)
    }
  }

  private func page<T>(_ all: [T], _ request: StoreRequest) -> [T] {
    let rest = all.dropFirst(request.offset)
    return Array(request.limit == 0 ? rest : rest.prefix(request.limit))
  }

  /// The values that a row is sorted by.
  private func keys(
    of one: (id: NSManagedObjectID, row: RowSnapshot), _ request: StoreRequest
  ) -> NSDictionary {
    let result = NSMutableDictionary()
    for case let key? in request.sortDescriptors.map(\.sortKey) {
      guard let slot = one.id.entity.layout[key], case .attribute(let type) = slot.kind else {
        NSException.raise(
          .invalidArgumentException,
          "objects of several stores cannot be sorted by \(key), which is not an attribute")
      }
      if let value = ValueKind(type).object(one.row.values[slot.index].stored) {
        result.setObject(value, forKey: key as NSString)
      }
    }
    return result
  }

  // NB: stable, so that equal elements keep the order of the stores.
  private func sorted<T>(_ all: [T], _ request: StoreRequest, _ keys: (T) -> NSDictionary) -> [T] {
    if request.sortDescriptors.isEmpty { return all }
    return all.enumerated().map { (index: $0.offset, keys: keys($0.element), element: $0.element) }
      .sorted { a, b in
        for descriptor in request.sortDescriptors {
          let order = descriptor.compare(a.keys, to: b.keys)
          if order != .orderedSame { return order == .orderedAscending }
        }
        return a.index < b.index
      }
      .map(\.element)
  }
}

extension ManagedValue {
  /// The value as stored in a column.
  var stored: SQLiteValue {
    switch self {
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    case .text(let value): .text(value)
    case .data(let value): .blob(value)
    case .toOne(let id): .integer(id.key)
    case .null, .object, .toMany, .unloaded: .null
    }
  }
}
