// Package subprocess hides the differences between operating systems in handling child processes: solvers, functions behind externs, systems
// under test. A child gets a process group of its own, so that Ctrl-C in the terminal reaches only us and a kill reaches all that it started.
// If we are killed ourselves, a guard kills what is left of our children.
package subprocess
