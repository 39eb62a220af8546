#pragma once

/// From now on `chdir` and `fchdir` fail with EPERM in this process: relative paths of all jobs mean what they did when it
/// began.
void working_folder_keep(void);

/// The number of tries to change the working folder since then.
int working_folder_attempts(void);
