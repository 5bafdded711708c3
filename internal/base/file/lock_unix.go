//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package file

import (
	"errors"
	"os"
	"syscall"
)

// tryLock locks a file that is opened with flag, unless it is locked. The lock ends when the file is closed.
func tryLock(path string, flag int) (unlock func(), busy bool, err error) {
	f, err := os.OpenFile(path, flag, 0o644)
	if err != nil {
		return nil, false, err
	}
	for err = syscall.EINTR; errors.Is(err, syscall.EINTR); {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	}
	switch {
	case err == nil:
		return func() { _ = f.Close() }, false, nil
	case errors.Is(err, syscall.EWOULDBLOCK):
		return nil, true, f.Close()
	}
	return nil, false, errors.Join(err, f.Close())
}
