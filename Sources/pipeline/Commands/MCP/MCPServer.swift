import Dispatch
import Foundation
import JobFile
import Reporting
import Synchronization

/// A server of the Model Context Protocol (revision 2025-06-18) over lines of JSON-RPC 2.0.
///
/// Tools are called one after the other; all other requests are answered at once.
final class MCPServer: Sendable {
  /// The revisions whose messages are the same for what this server does; the first is the answer to others.
  private static let revisions = ["2025-06-18", "2025-03-26", "2024-11-05"]

  private struct Calls {
    /// The texts of the ids of calls that are waiting or running.
    var open: Set<String> = []
    var cancelled: Set<String> = []
    var running: (id: String, run: CommandRun)?
  }

  private let tools: MCPTools
  private let queue = DispatchQueue(label: "mcp")
  private let calls = Mutex(Calls())
  private let output = Mutex(())

  /// Throws where there is no such folder.
  init(folder: String, options: ParsedArguments) throws { tools = try MCPTools(folder: folder, options: options) }

  /// Waits until all calls are answered.
  func finish() { queue.sync {} }

  /// Answers a line, now or when its tool has ended.
  func receive(_ line: String) {
    if line.allSatisfy(\.isWhitespace) { return }
    guard let message = JSONValue(parsing: Array(line.utf8)), case .object = message else {
      return fail(.null, code: -32700, "the line is no JSON object")
    }
    let parameters = message["params"] ?? [:]
    guard case .string(let method)? = message["method"] else {
      if message["id"] != nil, message["result"] == nil, message["error"] == nil {
        fail(message["id"] ?? .null, code: -32600, "the request has no method")
      }
      return
    }
    guard let id = message["id"] else { return take(notification: method, parameters) }
    switch method {
    case "initialize": answer(id, greeting(parameters))
    case "ping": answer(id, [:])
    case "tools/list": answer(id, ["tools": .array(MCPTools.all.map(\.declaration))])
    case "tools/call": call(id, parameters)
    default: fail(id, code: -32601, "there is no method '\(method)'")
    }
  }

  private func greeting(_ parameters: JSONValue) -> JSONValue {
    var revision = Self.revisions[0]
    if case .string(let asked)? = parameters["protocolVersion"], Self.revisions.contains(asked) { revision = asked }
    return [
      "protocolVersion": .string(revision), "capabilities": ["tools": [:]],
      "serverInfo": ["name": "pipeline", "version": .string(pipelineVersion)],
      "instructions": """
      Videos are JSON job files. Begin with list_templates and new_job, or with job_reference and describe_stage. \
      Write the job, validate it until nothing is wrong, look at it with sheet and still, then run it.
      """,
    ]
  }

  private func take(notification: String, _ parameters: JSONValue) {
    guard notification == "notifications/cancelled", let id = parameters["requestId"]?.text else { return }
    calls.withLock { calls in
      guard calls.open.contains(id) else { return }
      calls.cancelled.insert(id)
      if let running = calls.running, running.id == id { running.run.cancel() }
    }
  }

  // MARK: Calls

  private func call(_ id: JSONValue, _ parameters: JSONValue) {
    guard case .string(let name)? = parameters["name"], let tool = MCPTools.all.first(where: { $0.name == name }) else {
      return fail(id, code: -32602, "there is no tool of that name")
    }
    _ = calls.withLock { $0.open.insert(id.text) }
    queue.async { [self] in
      let token = parameters["_meta"]?["progressToken"]
      let isWanted = calls.withLock { !$0.cancelled.contains(id.text) }
      let result = isWanted ? tools.call(tool, parameters["arguments"] ?? [:], control(id, token)) : nil
      let isCancelled = calls.withLock { calls in
        calls.open.remove(id.text)
        calls.running = nil
        return calls.cancelled.remove(id.text) != nil
      }
      if let result, !isCancelled { answer(id, result) }
    }
  }

  /// The reports of a call: the program that it runs, and its progress.
  private func control(_ id: JSONValue, _ token: JSONValue?) -> MCPTools.Control {
    MCPTools.Control(
      began: { [self] run in
        calls.withLock { calls in
          calls.running = (id.text, run)
          if calls.cancelled.contains(id.text) { run.cancel() }
        }
      },
      progress: { [self] done, total in
        guard let token else { return }
        send([
          "jsonrpc": "2.0", "method": "notifications/progress",
          "params": ["progressToken": token, "progress": .number(done), "total": .number(total)],
        ])
      })
  }

  // MARK: Answers

  private func answer(_ id: JSONValue, _ result: JSONValue) { send(["jsonrpc": "2.0", "id": id, "result": result]) }

  private func fail(_ id: JSONValue, code: Int, _ message: String) {
    send(["jsonrpc": "2.0", "id": id, "error": ["code": .number(Double(code)), "message": .string(message)]])
  }

  private func send(_ message: JSONValue) { output.withLock { _ in Terminal.print(message.text) } }
}
