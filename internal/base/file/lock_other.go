//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package file

import "github.com/gofrs/flock"

// tryLock locks a file that is opened with flag, unless it is locked.
func tryLock(path string, flag int) (unlock func(), busy bool, err error) {
	l := flock.New(path, flock.SetFlag(flag), flock.SetPermissions(0o644))
	locked, err := l.TryLock()
	return func() { _ = l.Unlock() }, !locked && err == nil, err
}
