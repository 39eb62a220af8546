import Formats
import Reporting

/// The output formats, as help lists them.
enum FormatHelp {
  /// A heading, and an entry for each codec: its files, its use, and its options.
  static var text: String {
    "output formats, chosen by the file's ending or by 'codec':\n"
      + TextTable.list(
        Codecs.all.map { codec in
          let files = Containers.all.filter { $0.codecs.contains(codec.name) }.map { ".\($0.ending) (\($0.name))" }
          let options = codec.options.map(\.name).joined(separator: ", ")
          return (
            "\(codec.name), \(files.joined(separator: ", "))",
            codec.summary + (options.isEmpty ? "" : " Options: \(options).")
          )
        })
  }
}
