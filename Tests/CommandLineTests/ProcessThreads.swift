import Foundation
import Testing

/// Runs the tests of a suite, which wait for processes, on threads of their own: the pool has only one for each core.
struct WaitsForProcesses: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(ProcessThreads.shared) { try await function() }
  }
}

extension Trait where Self == WaitsForProcesses {
  static var waitsForProcesses: Self { Self() }
}

private final class ProcessThreads: TaskExecutor {
  static let shared = ProcessThreads()
  private let queue = OperationQueue()

  init() { queue.maxConcurrentOperationCount = 3 }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.addOperation { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
