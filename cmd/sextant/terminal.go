package main

import (
	"io"
	"os"
)

// isTerminal reports whether w is a terminal that may be coloured.
func isTerminal(w io.Writer) bool {
	return terminal(w) != nil && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// terminal returns the terminal that w writes to; nil if it is not a terminal.
func terminal(w io.Writer) *os.File {
	if o, ok := w.(*output); ok {
		w = o.Writer
	}
	f, ok := w.(*os.File)
	if !ok {
		return nil
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return nil
	}
	return f
}

// widest is the width of texts in a pipe, and the largest on a terminal, in columns.
const widest = 100

// widthOf returns the width of texts that are written to w.
func widthOf(w io.Writer) int {
	if f := terminal(w); f != nil {
		return boundedWidth(columns(f))
	}
	return widest
}

// boundedWidth returns the width of texts on a terminal with a number of columns, which is not positive if it is unknown.
func boundedWidth(columns int) int {
	if columns <= 0 {
		return widest
	}
	return min(columns, widest)
}
