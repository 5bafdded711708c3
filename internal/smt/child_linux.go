package smt

import (
	"os/exec"
	"syscall"
)

// isolate puts the child into a process group of its own, which Ctrl-C in the terminal does not reach, and has it killed
// if we die.
func isolate(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// killGroup kills the child and what it started. That it is gone already is no error.
func killGroup(command *exec.Cmd) {
	_ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
}
