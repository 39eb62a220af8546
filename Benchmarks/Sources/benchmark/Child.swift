import Foundation

/// What a process took that has ended.
struct ChildCost {
  /// Seconds.
  var wall: Double
  /// Seconds of processor time, of all its threads.
  var processor: Double
  /// Bytes of memory at its greatest.
  var peak: Double
  /// What it wrote to its standard output.
  var output: String
}

/// Runs a program to its end. Throws where it cannot be run or fails.
func runChild(_ program: String, _ arguments: [String]) throws -> ChildCost {
  let log = FileManager.default.temporaryDirectory.appendingPathComponent("benchmark-\(UUID().uuidString)").path
  defer { unlink(log) }
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  posix_spawn_file_actions_addopen(&actions, 1, log, O_CREAT | O_WRONLY | O_TRUNC, 0o600)
  var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
  words.append(nil)
  defer { for word in words { free(word) } }
  var child: pid_t = 0
  let began = Clock.wall
  guard posix_spawnp(&child, program, &actions, nil, words, environ) == 0 else {
    throw BenchmarkError("\(program): cannot be run")
  }
  var status: Int32 = 0
  var usage = rusage()
  while wait4(child, &status, 0, &usage) < 0 && errno == EINTR {}
  let wall = Clock.wall - began
  guard status == 0 else { throw BenchmarkError("\(program) \(arguments.joined(separator: " ")): failed") }
  func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
  return ChildCost(
    wall: wall, processor: seconds(usage.ru_utime) + seconds(usage.ru_stime), peak: Double(usage.ru_maxrss) * 1024,
    output: (try? String(contentsOfFile: log, encoding: .utf8)) ?? "")
}
