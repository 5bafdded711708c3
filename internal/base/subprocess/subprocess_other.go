//go:build !unix

package subprocess

import (
	"os/exec"
)

// Isolate does nothing where there are no process groups.
func Isolate(*exec.Cmd) {}

// startOnThread starts a child.
func startOnThread(command *exec.Cmd, _ <-chan struct{}) error { return command.Start() }

// Kill kills the child. It is no error if the child is already gone.
func Kill(command *exec.Cmd) {
	_ = command.Process.Kill()
}

// mark adds these variables to the environment of a child that is about to be started.
func mark(command *exec.Cmd, variables []string) {
	command.Env = append(command.Environ(), variables...)
}

// enlist does nothing where there is no guard.
func enlist(*exec.Cmd) {}

// discharge does nothing where there is no guard.
func discharge(*exec.Cmd) {}

// awaitExit gives the child a moment to exit.
func awaitExit(*exec.Cmd) { pause() }
