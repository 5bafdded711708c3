//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package driver

import (
	"errors"
	"os"
	"syscall"
)

// lockFile locks a file until it is closed; file systems that cannot do that are trusted.
func lockFile(file *os.File) error {
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); errors.Is(err, syscall.EWOULDBLOCK) {
		return errLocked
	}
	return nil
}
