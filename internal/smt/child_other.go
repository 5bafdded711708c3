//go:build !linux

package smt

import "os/exec"

// isolate does nothing where process groups and death signals are not available in the same form.
func isolate(*exec.Cmd) {}

// killGroup kills the child. That it is gone already is no error.
func killGroup(command *exec.Cmd) {
	_ = command.Process.Kill()
}
