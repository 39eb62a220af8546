import JobFile
import Reporting
@_spi(Host) import StageKit

/// Stages' outputs at the instants for which expressions have asked, each computed once.
final class PublishedValues {
  fileprivate struct Key: Hashable {
    let stage: Int
    let spaces: [Int]
    let inward: [Int]
    let seconds: Double
  }

  fileprivate var values: [Key: [String: PortValue]] = [:]
}

extension StagePlanning {
  /// A stage's parameters with those that expressions compute from what other stages publish, at the instants of all frames;
  /// nil after an error, which is reported, and where another stage has one. `clocks` are those of the stages around it.
  func computed(
    _ parameters: ParameterValues, of index: Int, start: Double, clocks: [ContentClock], at instants: [Double],
    _ known: PublishedValues, _ list: inout DiagnosticList
  ) -> ParameterValues? {
    let entry = job.stages[index]
    let needs = graph.needs(of: index).filter { if case .follow = $0.reason { true } else { false } }
    guard needs.allSatisfy({ planned[$0.from] != nil }) else { return nil }
    let sources = Dictionary(grouping: needs) { job.stages[$0.from].id }
    let end = entry.duration ?? .infinity
    let times = instants.map {
      StageTime(seconds: min(max(clocks.reduce($0) { $1.contentTime(at: $0) } - start, 0), end))
    }
    .map(\.seconds)
    let own = Array(Set(times)).sorted()
    var values: [String: ParameterValue] = [:]
    for parameter in entry.computed {
      do throws(ComputationFault) {
        values[parameter.location] = try parameter.keyframes(at: own) { stage, output, seconds in
          guard let edges = sources[stage], let from = edges.first?.from,
            let instant = clocks.reversed().reduce(
              Optional(start + seconds),
              { time, clock in
                time.flatMap(clock.outerTime)
              })
          else { return nil }
          let spaces = edges.lazy.map { $0.outwardSpaces(in: job) }.first { !$0.isEmpty } ?? []
          let inward = edges.lazy.map { $0.inwardSpaces(in: job) }.first { !$0.isEmpty } ?? []
          let key = PublishedValues.Key(
            stage: from, spaces: spaces, inward: inward, seconds: TimeGrid.snapped(instant))
          if let found = known.values[key] { return found[output] }
          let found = self.values(of: from, at: key.seconds, outOf: spaces, into: inward, of: index) ?? [:]
          known.values[key] = found
          return found[output]
        }
      } catch {
        list.add(
          .error, job.diagnostic(at: error.position, path: parameter.path, error.message, hint: error.hint))
      }
    }
    return values.count == entry.computed.count ? parameters.replacing(values) : nil
  }
}

extension ParameterValues {
  /// The same with other values at some locations, such as `moves[1].to.distance`.
  fileprivate func replacing(_ values: [String: ParameterValue]) -> ParameterValues {
    replacing(
      entries.map { $0.value.replacing(values, at: path.isEmpty ? $0.name : "\(path).\($0.name)") })
  }
}

extension ParameterValue {
  fileprivate func replacing(_ values: [String: ParameterValue], at location: String) -> ParameterValue {
    if let value = values[location] { return value }
    switch self {
    case .list(let items):
      return .list(items.enumerated().map { $1.replacing(values, at: "\(location)[\($0)]") })
    case .object(let fields): return .object(fields.replacing(values))
    case .variant(let name, let fields): return .variant(name, fields.replacing(values))
    default: return self
    }
  }
}
