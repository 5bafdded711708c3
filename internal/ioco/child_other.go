//go:build !unix

package ioco

import (
	"os/exec"
	"time"
)

// isolate does nothing where there are no process groups.
func isolate(*exec.Cmd) {}

// killGroup kills the program. That it is gone already is no error.
func killGroup(command *exec.Cmd) {
	_ = command.Process.Kill()
}

// awaitExit gives the program a moment to exit.
func awaitExit(*exec.Cmd) { time.Sleep(exitGrace / 5) }
