import Formats
import JobFile
import Reporting
import StageKit
import Testing

@Suite("Reference of job files")
struct JobReferenceTests {
  private static let all = JobReference.objects + JobReference.values
  static let names = all.map(\.name)

  /// The keys that an object under a name can have; none where it has no object.
  private static func keys(_ schema: ParameterSchema) -> [String] {
    schema.forms.flatMap { form -> [String] in
      switch form {
      case .object(let fields): fields.map(\.name)
      case .variant(let variants): variants.map(\.name)
      default: []
      }
    }
  }

  @Test("Every example has keys of its object and no others", arguments: names)
  func examples(_ name: String) throws {
    let named = try #require(Self.all.first { $0.name == name })
    let example = try #require(JSONValue(parsing: Array(named.example.utf8)))
    guard case .object(let members) = example else { return }
    // The axes of variants have names of their own, and fields those of variables.
    if name == "variants" || name == "fields" { return }
    let known = Self.keys(named.schema) + Codecs.all.flatMap(\.options).map(\.name)
    #expect(members.map(\.key).filter { !known.contains($0) } == [])
  }

  @Test("Every key has help that ends as a sentence", arguments: names)
  func help(_ name: String) throws {
    let named = try #require(Self.all.first { $0.name == name })
    #expect(named.summary.hasSuffix("."))
    for case .object(let fields) in named.schema.forms {
      #expect(fields.filter { !$0.summary.hasSuffix(".") }.map(\.name) == [])
    }
  }

  @Test("The job, the canvas, stages, outputs, keyframes and gradients are described")
  func described() {
    for name in ["job", "canvas", "stage", "output", "sound", "place", "keyframes", "gradient", "spring", "shutter"] {
      #expect(Self.names.contains(name))
    }
    #expect(Set(Self.names).count == Self.names.count)
  }
}
