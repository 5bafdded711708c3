// Package base is the lowest wing: utilities that do not depend on models. It has no code of its own.
//
// It holds positions and diagnostics (diag), text for people (text), files that are written atomically (file), child processes that leave
// nothing behind (subprocess), the memory a search may use (memory), priority queues (priority), calls of Go functions with a time limit
// (gocall), and time limits that do not count the load of the machine (crowd).
//
// It imports nothing else of the module. Begin with diag: every phase reports its problems through it.
package base
