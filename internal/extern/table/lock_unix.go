//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package table

import (
	"errors"
	"os"
	"syscall"
)

// lockDirectly locks the folder itself, so nothing is left behind by a process that is killed. File systems that cannot do
// that answer errors.ErrUnsupported.
func lockDirectly(folder string) (func(), error) {
	file, err := os.Open(folder)
	if err != nil {
		return nil, err
	}
	err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	switch {
	case err == nil:
		return func() { file.Close() }, nil
	case errors.Is(err, syscall.EWOULDBLOCK), errors.Is(err, syscall.EINTR):
		err = errBusy
	case errors.Is(err, syscall.EBADF), errors.Is(err, syscall.EINVAL), errors.Is(err, syscall.ENOLCK):
		err = errors.ErrUnsupported
	}
	file.Close()
	return nil, err
}
