//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package table

import "errors"

// lockDirectly is not to be had here.
func lockDirectly(string) (func(), error) { return nil, errors.ErrUnsupported }
