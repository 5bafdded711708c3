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

// startOnThread starts a child.
func startOnThread(command *exec.Cmd, _ <-chan struct{}) error { return command.Start() }

// awaitExit gives the child a moment to exit.
func awaitExit(*exec.Cmd) { pause() }
