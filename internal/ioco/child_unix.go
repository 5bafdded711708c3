//go:build unix && !linux

package ioco

import (
	"os/exec"
	"syscall"
	"time"
)

// isolate puts the program into a process group of its own, which Ctrl-C in the terminal does not reach.
func isolate(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// killGroup kills the program and what it started. That it is gone already is no error.
func killGroup(command *exec.Cmd) {
	_ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
}

// awaitExit gives the program a moment to exit.
func awaitExit(*exec.Cmd) { time.Sleep(exitGrace / 5) }
