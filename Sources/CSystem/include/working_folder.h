#pragma once

/// Makes `chdir` and `fchdir` fail with EPERM in this process from now on: relative paths of all jobs mean what they
/// did when it began.
void working_folder_keep(void);

/// The number of tries to change the working folder since then.
int working_folder_attempts(void);
