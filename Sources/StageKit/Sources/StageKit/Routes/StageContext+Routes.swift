import Coding
import Geography

extension StageContext {
  /// The way of a route, mended, cut and smoothed as its selection says.
  ///
  /// Warns of what is left out, with its file and line, and of ways that are not taken. Throws `StageError` where the file cannot be
  /// read, or lacks the way or the part that is asked for. Made once for all stages that ask for the same.
  public func way(of source: RouteSource) throws -> RouteTrack {
    switch source {
    case .coordinates(let list): return RouteTrack(parts: [list.map { RouteTrack.Place($0) }])
    case .file(let file, let selection):
      let key = Digest { hasher in
        hasher.combine("way of a route")
        hasher.combine(file)
        hasher.combine(selection)
      }
      return try cached(key) {
        let tracks = try tracks(file)
        let index = try index(of: selection, in: tracks, file)
        if selection.track == nil, selection.name == nil, tracks.count > 1 {
          warn(
            "'\(file.literal)' has \(tracks.count) ways, of which number \(index) is taken; say which: { \"file\": …, \"track\": \(index) }"
          )
        }
        return try finished(tracks[index], selection, file)
      }
    }
  }

  /// All ways that a route may mean: the one of `way(of:)`, and all of a file where none is named and nothing is cut.
  public func ways(of source: RouteSource) throws -> [RouteTrack] {
    guard case .file(let file, let selection) = source, selection.track == nil, selection.name == nil, selection.isWhole
    else { return [try way(of: source)] }
    let key = Digest { hasher in
      hasher.combine("ways of a route")
      hasher.combine(file)
      hasher.combine(selection)
    }
    return try cached(key) { try tracks(file).map { try finished($0, selection, file) } }
  }

  /// The index of the way that is asked for.
  private func index(of selection: RouteSelection, in tracks: [RouteTrack], _ file: FileReference) throws -> Int {
    let count = "\(tracks.count) \(tracks.count == 1 ? "way" : "ways")"
    if let name = selection.name {
      let found = tracks.indices.filter { tracks[$0].name == name }
      if let number = selection.track, tracks.indices.contains(number), tracks[number].name == name { return number }
      guard let first = found.first, selection.track == nil else {
        let names = tracks.compactMap(\.name).prefix(8).map { "'\($0)'" }.joined(separator: ", ")
        throw StageError(
          found.isEmpty
            ? "'\(file.literal)' has no way named '\(name)'"
            : "way \(selection.track ?? 0) of '\(file.literal)' is not named '\(name)'",
          hint: names.isEmpty ? "Its \(count) have no names; give 'track'." : "There are \(names).")
      }
      if found.count > 1 {
        warn(
          "'\(file.literal)' has \(found.count) ways named '\(name)', of which the first is taken; say which by 'track', from 0"
        )
      }
      return first
    }
    guard tracks.indices.contains(selection.track ?? 0) else {
      throw StageError(
        "'\(file.literal)' has \(count), and number \(selection.track ?? 0) is asked for",
        hint: "The first one is number 0")
    }
    // Devices begin files with tracks of one point, before they know where they are.
    return selection.track ?? tracks.firstIndex(where: \.hasLength) ?? 0
  }

  private func finished(_ track: RouteTrack, _ selection: RouteSelection, _ file: FileReference) throws -> RouteTrack {
    var repair = RouteRepair(maxSpeed: selection.maxSpeed)
    var result = repair.repaired(track)
    for (text, line) in repair.texts { warn("\(file.literal)\(line.map { ":\($0):1" } ?? ""): \(text)") }
    if !selection.isWhole { result = try RouteCut(selection, of: result, named: file.literal).track }
    if selection.smoothing > 0 { result.parts = result.parts.map { $0.smoothed(within: selection.smoothing) } }
    if selection.simplify > 0 { result.parts = result.parts.map { $0.simplified(within: selection.simplify) } }
    return result
  }
}

extension RouteTrack {
  /// True if any of its parts has two places that differ.
  fileprivate var hasLength: Bool {
    parts.contains { part in part.contains { part[0].coordinate.rhumbDistance(to: $0.coordinate) > 0 } }
  }
}
