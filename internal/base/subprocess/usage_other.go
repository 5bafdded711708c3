//go:build !linux

package subprocess

import (
	"os"
	"os/exec"
)

// openUsage returns nil: the system does not say how much of the processors a program got.
func openUsage(*exec.Cmd) *os.File { return nil }

// Usage returns nothing.
func (c *Child) Usage() Usage { return Usage{} }
