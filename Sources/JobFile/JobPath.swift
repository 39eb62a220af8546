/// The path of a value in a job, such as `stages[2].parameters.radius`.
indirect enum JobPath: Sendable {
  case root
  case key(String, in: JobPath)
  case index(Int, in: JobPath)

  func key(_ name: String) -> JobPath { .key(name, in: self) }

  subscript(index: Int) -> JobPath { .index(index, in: self) }

  var text: String {
    switch self {
    case .root: return ""
    case .index(let index, let parent): return "\(parent.text)[\(index)]"
    case .key(let name, let parent):
      let before = parent.text
      return before.isEmpty ? name : "\(before).\(name)"
    }
  }
}
