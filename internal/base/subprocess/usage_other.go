//go:build !linux

package subprocess

import (
	"os"
	"os/exec"
)

// openUsage returns nil: the system does not report how much processor time a program got.
func openUsage(*exec.Cmd) *os.File { return nil }

// Usage returns zero.
func (c *Child) Usage() Usage { return Usage{} }
