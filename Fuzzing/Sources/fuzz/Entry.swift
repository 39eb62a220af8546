import CFuzzer
import Foundation
import FuzzTargets

/// Runs one target's fuzzer: `fuzz TARGET [options and folders of libFuzzer]`, or `fuzz --list`.
@main
enum Entry {
  static func main() {
    guard CommandLine.arguments.count > 1, let target = FuzzTarget(rawValue: CommandLine.arguments[1]) else {
      print(FuzzTarget.allCases.map(\.rawValue).joined(separator: "\n"))
      exit(CommandLine.arguments.dropFirst().first == "--list" ? 0 : 2)
    }
    setenv("PIPELINE_FUZZ_TARGET", target.rawValue, 1)
    var words: [UnsafeMutablePointer<CChar>?] =
      ([CommandLine.arguments[0]] + CommandLine.arguments.dropFirst(2)).map { strdup($0) }
    words.append(nil)
    exit(
      fuzzer_run(Int32(words.count - 1), &words) { data, size in
        let broken = chosen.brokenPromises([UInt8](UnsafeBufferPointer(start: data, count: size)))
        // Ends the process, so that the fuzzer keeps the input.
        if let promise = broken.first { fatalError(promise) }
        return 0
      })
  }
}

/// The target of this process.
private let chosen = FuzzTarget(rawValue: ProcessInfo.processInfo.environment["PIPELINE_FUZZ_TARGET"] ?? "") ?? .svg
