//go:build !unix

package main

import "os"

// columns returns the number of columns of a terminal; 0 if it is unknown.
func columns(*os.File) int { return 0 }
