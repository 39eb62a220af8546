/// A film that an empty folder may begin with.
public struct PreviewTemplate: Sendable {
  public var name: String
  /// A line on what it shows.
  public var summary: String
  /// True for a piece of a product, to be shown in other films.
  public var isPiece: Bool
  /// The path of its job file.
  public var job: String
  /// Writes its files into a folder, and throws before that where one of them is there.
  public var write: @Sendable (_ folder: String) throws -> Void

  public init(
    name: String, summary: String, isPiece: Bool, job: String,
    write: @escaping @Sendable (_ folder: String) throws -> Void
  ) {
    self.name = name
    self.summary = summary
    self.isPiece = isPiece
    self.job = job
    self.write = write
  }
}
