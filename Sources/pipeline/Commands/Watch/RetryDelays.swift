/// The delays after which `watch` tries a job again.
enum RetryDelays {
  /// The delay after another watcher was found to render the job.
  static let renderedElsewhere = Duration.milliseconds(500)
  /// The delay after the job's process could not be started.
  static let notStarted = Duration.seconds(5)
  /// The delay after a failure that may pass, such as a full disk.
  static let temporaryFailure = Duration.seconds(30)
}
