import CarobFoundation

extension SQLiteStore {
  func fetch(_ request: StoreRequest) throws -> StoreResult {
    try reporting {
      let map = try map(request.entity)
      let query = SQLQuery(map, in: self)
      if request.result == .dictionaries { return .dictionaries(try dictionaries(request, query)) }
      let ordering = request.result == .count ? [] : try query.ordering(request.sortDescriptors)
      let condition = try condition(request, query)
      let reader =
        request.result == .rows ? reader(map, includesSubentities: request.includesSubentities) : nil
      let selection: String =
        switch request.result {
        case .count: "count(*)"
        case .rows: reader?.selection("t0") ?? ""
        default: map.table.hasSubentities ? "t0._pk, t0._entity" : "t0._pk"
        }
      var sql = "SELECT \(selection) FROM \(map.table.quoted) AS t0\(query.root.joins)\(condition)"
      if request.result != .count {
        // NB: equal elements are ordered by primary key, so that the order is deterministic.
        sql += " ORDER BY \((ordering + ["t0._pk"]).joined(separator: ", "))"
        sql += limit(request, query)
      }
      let statement = try connection(request.generation).statement(sql)
      defer { statement.reset() }
      try statement.bind(query.arguments)
      switch request.result {
      case .count:
        let all = try statement.step() ? Int(statement.integer(0)) : 0
        let count = max(0, all - request.offset)
        return .count(request.limit > 0 ? min(request.limit, count) : count)
      case .rows:
        guard let reader else { return .rows([]) }
        var rows: [(id: NSManagedObjectID, row: RowSnapshot)] = []
        while try statement.step() { rows.append(try reader.read(statement)) }
        return .rows(rows)
      default:
        var ids: [NSManagedObjectID] = []
        let hasSubentities = map.table.hasSubentities
        let ownEntity = map.entity
        while try statement.step() {
          let entity = hasSubentities ? schema.mapsByNumber[statement.integer(1)]?.entity : nil
          ids.append(NSManagedObjectID(store: self, entity: entity ?? ownEntity, key: statement.integer(0)))
        }
        return .ids(ids)
      }
    }
  }

  /// ` WHERE …`, or an empty string.
  func condition(_ request: StoreRequest, _ query: SQLQuery) throws -> String {
    var parts: [String] = []
    if let predicate = request.predicate {
      let condition = try query.condition(predicate)
      if condition != "1" { parts.append(condition) }
    }
    let filter = filter(query.root.map, includesSubentities: request.includesSubentities)
    if !filter.isEmpty { parts.append(String(filter.dropFirst(5))) }
    return parts.isEmpty ? "" : " WHERE " + parts.joined(separator: " AND ")
  }

  func limit(_ request: StoreRequest, _ query: SQLQuery) -> String {
    guard request.limit > 0 || request.offset > 0 else { return "" }
    let limit = query.bind(.integer(request.limit > 0 ? Int64(request.limit) : -1))
    return " LIMIT \(limit) OFFSET \(query.bind(.integer(Int64(request.offset))))"
  }
}
