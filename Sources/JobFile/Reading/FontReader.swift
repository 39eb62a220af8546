import StageKit

/// Reads the list of font files.
struct FontReader {
  let context: ReaderContext

  static let endings = ["ttf", "otf", "ttc", "otc"]

  func fonts(_ job: ObjectReader) -> [InputFile] {
    guard let (found, path) = job["fonts"],
      let array = context.array(found, path, expected: "a list of font files")
    else { return [] }
    return array.items.enumerated().compactMap { index, item in
      guard let found = context.resolve(item),
        context.file(found, path[index], extensions: Self.endings) != nil
      else { return nil }
      return context.inputFiles.last
    }
  }
}
