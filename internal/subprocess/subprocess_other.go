//go:build !unix

package subprocess

import (
	"os/exec"
)

// Isolate does nothing where there are no process groups.
func Isolate(*exec.Cmd) {}

// Kill kills the child. That it is gone already is no error.
func Kill(command *exec.Cmd) {
	_ = command.Process.Kill()
}

// awaitExit gives the child a moment to exit.
func awaitExit(*exec.Cmd) { pause() }
