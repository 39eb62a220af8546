import CSystem
import Foundation

/// A request to a child of the same program, as JSON in a file without a name.
///
/// Both are the same program, so that the format needs no versions.
struct ChildRequest: Codable {
  /// The hidden command that reads a request and does what it asks.
  static let command = "child"

  /// The work of a child.
  enum Work: Codable {
    /// A command as the user gave it, such as one that may crash, or one that a preview's page asked for.
    case command(String, ParsedArguments, isSupervised: Bool)
    /// A try of a share, one job of a run, or the plan of one.
    case run(RunSettings)
    /// One job file of a watched folder.
    case watched(RunSettings)
    case validate(ValidateSettings)
    /// One job of `regress`.
    case observe(ObservationRequest)
    case preview(PreviewRequest)
    case checkStage(CheckRequest)
    /// Loading a library of stages to see whether it can be.
    case probe(path: String, module: String)
  }

  /// The folders of stage libraries that the user named.
  let pluginFolders: [String]
  let work: Work

  init(_ work: Work) {
    pluginFolders = PluginFolders.named
    self.work = work
  }

  /// The largest request, in bytes.
  static let maxSize = 256 << 20

  /// A descriptor of a file that holds the request, which the caller closes.
  func file() throws -> Int32 {
    let data = try JSONEncoder().encode(self)
    guard data.count <= Self.maxSize else { throw POSIXError(.EFBIG) }
    let file = child_process_shared_file()
    guard file >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    do {
      try FileHandle(fileDescriptor: file, closeOnDealloc: false).write(contentsOf: data)
    } catch {
      close(file)
      throw error
    }
    return file
  }

  /// Reads the request in a file that a parent wrote, and closes the file. Throws `UsageError` where there is none.
  init(readingFrom file: Int32) throws {
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      (1...Self.maxSize).contains(Int(status.st_size))
    else { throw Self.missing }
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    // The parent wrote through the same descriptor.
    guard (try? handle.seek(toOffset: 0)) != nil, let data = try? handle.readToEnd(),
      let request = try? JSONDecoder().decode(Self.self, from: data)
    else { throw Self.missing }
    self = request
  }

  private static let missing = UsageError.message("'\(command)' is for processes that this program starts itself")

  /// Does what is asked, in the child.
  func run() throws -> ExitCode {
    PluginFolders.use(pluginFolders)
    switch work {
    case .command(let name, let arguments, let isSupervised):
      guard let command = PipelineProgram.commands.first(where: { $0.name == name }) else { throw Self.missing }
      return try isSupervised ? command.run(arguments) : command.start(arguments)
    case .run(let settings): return try RunCommand.run(settings)
    case .watched(let settings): return try WatchedJobProcess.run(settings)
    case .validate(let settings): return try ValidateCommand.run(settings)
    case .observe(let request): return try RegressCommand.observe(request)
    case .preview(let request): return try PreviewChild.serve(request)
    case .checkStage(let request): return try CheckWorker.run(request)
    case .probe(let path, let module): return PluginProbe.load(PluginLibrary(path: path, module: module))
    }
  }
}
