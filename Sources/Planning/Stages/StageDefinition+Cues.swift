import StageKit

extension StageDefinition {
  /// The names of its moments and of its cues, each once.
  public var cueNames: [String] {
    var names: [String] = []
    for moment in moments + cues where !names.contains(moment.name) { names.append(moment.name) }
    return names
  }
}
