//go:build unix

package main

import (
	"os"

	"golang.org/x/sys/unix"
)

// columns returns the number of columns of a terminal; 0 if it is unknown.
func columns(terminal *os.File) int {
	size, err := unix.IoctlGetWinsize(int(terminal.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return 0
	}
	return int(size.Col)
}
