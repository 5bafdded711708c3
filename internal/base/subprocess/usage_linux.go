package subprocess

import (
	"fmt"
	"os"
	"os/exec"
)

// openUsage opens the file in which the system reports how much processor time a program got; nil if there is none.
func openUsage(command *exec.Cmd) *os.File {
	file, err := os.Open(fmt.Sprintf("/proc/%d/schedstat", command.Process.Pid))
	if err != nil {
		return nil
	}
	return file
}

// Usage returns how much of the processors the child got so far.
func (c *Child) Usage() Usage {
	var text [64]byte
	n, err := c.usage.ReadAt(text[:], 0)
	if n == 0 && err != nil { // there is no such file, or the child has ended
		return Usage{}
	}
	var u Usage
	if _, err := fmt.Sscan(string(text[:n]), (*int64)(&u.Ran), (*int64)(&u.Waited)); err != nil {
		return Usage{}
	}
	return u
}
