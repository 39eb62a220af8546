extension Job {
  /// All files that it depends on besides its own, with those of the jobs that it shows.
  public var allInputFiles: Set<String> {
    stages.compactMap(\.nested).reduce(into: Set(inputFiles.map(\.reference.path) + partFiles)) { files, nested in
      files.insert(nested.job.file)
      files.formUnion(nested.job.allInputFiles)
    }
  }
}
