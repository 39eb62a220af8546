import Foundation

/// Opens what is at a path for reading if it is a file and no link; nil where it is anything else, or not to be read.
func regularFile(at path: String) -> FileHandle? {
  // Opening a pipe without O_NONBLOCK would wait for its writer.
  let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  var status = stat()
  return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? file : nil
}
