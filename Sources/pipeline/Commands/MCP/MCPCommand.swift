import Foundation

/// `pipeline mcp`.
enum MCPCommand {
  static let specification = CommandSpecification(
    name: "mcp", operands: "", operandCount: 0...0,
    summary: "Serve the Model Context Protocol, so that language models can write, check and render jobs.",
    details: """
      Messages come from standard input and go to standard output, one a line. Files that a model names lie below the folder
      in which the command was started; others are refused.

      For Claude and others: { "command": "pipeline", "args": ["mcp"] }, with that folder as the working folder.
      """,
    options: JobPolicyOptions.all, run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let server = try MCPServer(folder: FileManager.default.currentDirectoryPath, options: arguments)
    while let line = readLine() { server.receive(line) }
    // Requests from before the input ended are still answered.
    server.finish()
    return .success
  }
}
