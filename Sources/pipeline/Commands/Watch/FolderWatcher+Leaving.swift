import Files
import Foundation

/// Jobs that are gone, and jobs that write the same files.
extension FolderWatcher {
  /// A job's file is gone.
  func leave(_ job: WatchedJob) {
    jobs[job.name] = nil
    failures[job.name] = nil
    page?.isChanged = true
    if let run = job.run {
      leaving.append(job)
      run.cancel("it is gone")
    } else {
      clear(job, nil)
    }
    retryRivals(of: job.name)
  }

  /// Removes the files about a job that is gone; its videos stay unless they are to be pruned.
  func clear(_ job: WatchedJob, _ run: WatchRun?) {
    // It may have come back while its process ended.
    guard !FileSystem.exists(job.file) else { return }
    job.errorsFile.remove()
    forget(job.name, run?.claim)
  }

  /// Removes what earlier watchers left of jobs that are gone by now.
  func removeLeftovers() {
    for folder in [settings.folder, settings.outputFolder] { UnfinishedFiles.removeLeftovers(in: folder) }
    for name in (try? FileManager.default.contentsOfDirectory(atPath: settings.folder)) ?? [] {
      let path = "\(settings.folder)/\(name)"
      if let job = ErrorsFile.job(ofFile: path) {
        let file = ErrorsFile(of: "\(settings.folder)/\(job)")
        if file.path == path, !FileSystem.exists("\(settings.folder)/\(job)") { file.remove() }
      } else if let job = JobClaim.job(of: name), Self.isJob(job), !FileSystem.exists("\(settings.folder)/\(job)") {
        forget(job, nil)
      }
    }
  }

  private func forget(_ name: String, _ held: JobClaim?) {
    let path = JobClaim.path(of: name, in: settings.folder)
    // If another watcher has it, that one tidies up.
    guard FileSystem.exists(path), let claim = held ?? (try? JobClaim.take(path)) else {
      return log.vanished("\(settings.folder)/\(name)", removed: [])
    }
    let receipt = claim.receipt
    claim.remove()
    guard settings.prunes, let receipt else { return log.vanished("\(settings.folder)/\(name)", removed: []) }
    pruned.append((name, written(receipt)))
  }

  /// Removes the files of jobs that are gone, once it is known what the others write.
  func prune() {
    guard !pruned.isEmpty, runs.isEmpty, !jobs.values.contains(where: { $0.isOutdated }) else { return }
    let kept = Set(jobs.values.compactMap(\.receipt).flatMap(written))
    for (job, files) in pruned {
      let removed = files.filter { !kept.contains($0) }.flatMap(Self.existing).filter { unlink($0) == 0 }
      log.vanished("\(settings.folder)/\(job)", removed: removed)
    }
    pruned = []
  }

  /// The paths of what a job wrote.
  private func written(_ receipt: WatchReceipt) -> [String] {
    Set(receipt.outputs.map { "\(settings.outputFolder)/\($0)" })
      .union(receipt.files.map { $0.path(in: settings.outputFolder) }).sorted()
  }

  /// The files of a path: itself, or with `{frame}` those of all frames.
  static func existing(_ path: String) -> [String] {
    guard let mark = path.range(of: "{frame}") else { return FileSystem.exists(path) ? [path] : [] }
    let folder = (path as NSString).deletingLastPathComponent
    let (head, tail) = (String(path[..<mark.lowerBound]), String(path[mark.upperBound...]))
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted().map { "\(folder)/\($0)" }
      .filter { file in
        file.hasPrefix(head) && file.hasSuffix(tail) && file.count > head.count + tail.count
          && file.dropFirst(head.count).dropLast(tail.count).allSatisfy { ("0"..."9").contains($0) }
      }
  }

  // MARK: Rivals

  /// If jobs write the same file, the first by name does, as in one run.
  func checkRivals(of job: WatchedJob, _ facts: JobFacts) {
    let names = Set(facts.outputs.map { $0.lowercased() })
    guard !names.isEmpty else { return }
    for other in jobs.values.sorted(by: { $0.name < $1.name }) where other !== job && other.rival == nil {
      guard let output = other.outputs.first(where: { names.contains($0.lowercased()) }) else { continue }
      if other.name < job.name {
        job.rival = other.name
        job.rivalMessage = "\(job.file): '\(output)' is also written by \(other.file)"
        job.run?.cancel("another job writes '\(output)'")
        return
      }
      other.rival = job.name
      other.rivalMessage = "\(other.file): '\(output)' is also written by \(job.file)"
      if let run = other.run { run.cancel("another job writes '\(output)'") } else { other.rendered = nil }
    }
  }

  /// Jobs that read what is made from their own videos would be rendered forever: none of them is.
  func checkCycle(of job: WatchedJob) {
    guard job.rival == nil else { return }
    var writers: [String: WatchedJob] = [:]
    var numbered: [(head: String, tail: String, job: WatchedJob)] = []
    for other in jobs.values {
      for output in other.outputs {
        let path = Self.place("\(settings.outputFolder)/\(output)")
        writers[path] = other
        guard let mark = path.range(of: "{frame}") else { continue }
        numbered.append((String(path[..<mark.lowerBound]), String(path[mark.upperBound...]), other))
      }
    }
    func writer(of input: String) -> WatchedJob? {
      let path = Self.place(input)
      return writers[path] ?? numbered.first { path.hasPrefix($0.head) && path.hasSuffix($0.tail) }?.job
    }
    /// The files on the way from a job to what it depends on, up to the first job, with those who write them.
    var passed: Set<String> = [job.name]
    func way(from other: WatchedJob) -> [(file: String, writer: WatchedJob)]? {
      for input in other.inputs.sorted() {
        guard let writer = writer(of: input) else { continue }
        if writer === job { return [(input, writer)] }
        guard passed.insert(writer.name).inserted else { continue }
        if let rest = way(from: writer) { return [(input, writer)] + rest }
      }
      return nil
    }
    guard let steps = way(from: job), let first = steps.first, let last = steps.last else { return }
    let made = steps.count == 1 ? "which it writes itself" : "which is made from '\(last.file)', which it writes itself"
    job.rivalMessage = "\(job.file): it reads '\(first.file)', \(made)"
    job.rival = first.writer.name
    job.run?.cancel("it depends on its own videos")
    // Each of them says so.
    for other in steps.map(\.writer) where other.rival == nil && other.run == nil { other.rendered = nil }
  }

  /// A path by which a file is known that several jobs name.
  private static func place(_ path: String) -> String {
    let folder = (path as NSString).deletingLastPathComponent
    return RealPath.of(path)
      ?? RealPath.of(folder.isEmpty ? "." : folder).map { "\($0)/\((path as NSString).lastPathComponent)" }
      ?? URL(fileURLWithPath: path).standardizedFileURL.path
  }

  /// Jobs that this one kept from writing a file may be able to.
  func retryRivals(of name: String) {
    for job in jobs.values where job.rival == name {
      job.rival = nil
      job.rendered = nil
    }
  }
}
