package file

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"time"
)

// ErrLocked is the error of a lock that another process holds.
var ErrLocked = errors.New("locked by another process")

// lockName is the lock file of a folder that cannot be locked itself.
const lockName = ".sextant.lock"

// Lock locks an existing file or folder against other processes that lock it too, and waits for them up to the given time. The lock ends with
// the process or with a call of unlock. On file systems without locks, Lock does nothing.
func Lock(path string, wait time.Duration) (unlock func(), err error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("cannot lock %s: %w", path, err)
	}
	for start := time.Now(); ; time.Sleep(time.Millisecond + rand.N(4*time.Millisecond)) {
		unlock, busy := lock(path, info.IsDir())
		if !busy {
			return unlock, nil
		}
		if time.Since(start) >= wait {
			return nil, fmt.Errorf("cannot lock %s: %w", path, ErrLocked)
		}
	}
}

// lock locks the file or folder itself, so that nothing is left behind. Where this is not possible (on Windows, and for folders on
// some network file systems) it locks a small file next to it.
func lock(path string, folder bool) (unlock func(), busy bool) {
	if runtime.GOOS != "windows" {
		if unlock, busy, err := tryLock(path, os.O_RDONLY); err == nil {
			return unlock, busy
		}
	}
	if folder {
		path = filepath.Join(path, lockName)
	} else {
		path += ".lock"
	}
	unlock, busy, err := tryLock(path, os.O_CREATE|os.O_RDWR)
	if err != nil {
		return func() {}, false
	}
	return unlock, busy
}
