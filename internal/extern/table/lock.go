package table

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"
)

// Locks. Whoever writes tables locks their folder first. Where the system can lock a folder itself, it does, and the lock ends
// with the process; see lock_unix.go. Elsewhere, and on file systems that cannot, a file in the folder is the lock.

// lockTimes are the durations of locking.
type lockTimes struct {
	wait  time.Duration // until waiting is given up
	stale time.Duration // until the lock file of a process that was killed counts no more
}

var usualTimes = lockTimes{wait: 20 * time.Second, stale: 10 * time.Second}

// lockName is the lock file of a folder.
const lockName = ".sextant.lock"

// errBusy is the answer of a lock that another holds.
var errBusy = errors.New("locked by another process")

// lockFolder waits for the lock of a folder; the result releases it.
func lockFolder(folder string, times lockTimes) (release func(), err error) {
	release, err = waitFor(times.wait, func() (func(), error) { return lockDirectly(folder) })
	if errors.Is(err, errors.ErrUnsupported) {
		release, err = waitFor(times.wait, func() (func(), error) { return lockByFile(folder, times.stale) })
	}
	if err != nil {
		return nil, fmt.Errorf("cannot lock the folder %s: %w", folder, err)
	}
	return release, nil
}

// waitFor tries until the lock is not busy or the time is up.
func waitFor(limit time.Duration, try func() (func(), error)) (func(), error) {
	for start := time.Now(); ; {
		release, err := try()
		if !errors.Is(err, errBusy) || time.Since(start) > limit {
			return release, err
		}
		time.Sleep(time.Millisecond + rand.N(4*time.Millisecond))
	}
}

// lockByFile makes the lock file, which must not be there. One that is old was left by a process that was killed.
func lockByFile(folder string, stale time.Duration) (func(), error) {
	path := filepath.Join(folder, lockName)
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err == nil {
		file.Close()
		return func() { os.Remove(path) }, nil
	}
	if !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	if info, err := os.Stat(path); err == nil && time.Since(info.ModTime()) > stale {
		discard(path, info)
	}
	return nil, errBusy
}

// discard removes a stale lock file, but not one that another process has made in its place meanwhile: it is moved away
// first, which only one process can do, and put back if it is not the one that was seen.
func discard(path string, seen os.FileInfo) {
	away := fmt.Sprintf("%s.%d.%d", path, os.Getpid(), rand.Int())
	if os.Rename(path, away) != nil {
		return
	}
	if moved, err := os.Stat(away); err == nil && !moved.ModTime().Equal(seen.ModTime()) {
		_ = os.Link(away, path) // fails if there is a third one already, which then holds the lock
	}
	os.Remove(away)
}
