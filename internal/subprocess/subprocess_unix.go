//go:build unix && !linux

package subprocess

import (
	"os/exec"
	"syscall"
)

// Isolate puts the child into a process group of its own, which Ctrl-C in the terminal does not reach.
func Isolate(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// Kill kills the child and what it started. That it is gone already is no error.
func Kill(command *exec.Cmd) {
	_ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
}

// awaitExit gives the child a moment to exit.
func awaitExit(*exec.Cmd) { pause() }
