#pragma once

/// An address within this process's program, also where the dynamic loader was started with the program as its argument.
unsigned long loaded_program_address(void);
