//go:build race

package runner

// The race detector needs address space for its own records, many times what the function takes.
const raceDetector = true
