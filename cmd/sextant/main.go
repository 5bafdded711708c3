// Command sextant explores and tests reactive systems from models. See the README for a tour.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/sextant-mbt/sextant/internal/driver"
)

// version is set by the linker in releases.
var version = "0.1.0-dev"

// Exit codes, a contract with users.
const (
	exitDone        = 0
	exitFinding     = 1 // the model or the system under test has a finding
	exitEnvironment = 2 // usage, no solver, no such file
)

func main() {
	tuneMemory()
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// tuneMemory lets the garbage collector run less often than by default, unless the user says otherwise: a tree only grows,
// and a core that collects garbage is missing for a second worker. Above the soft limit it runs as often as it must.
func tuneMemory() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(300)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(3 << 30)
	}
}

// run executes the command line and returns the exit code.
func run(args []string, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	watching := context.AfterFunc(ctx, func() {
		stop() // a second Ctrl-C ends the process at once
		giveUp(stderr)
	})
	defer watching()
	root := rootCommand()
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	return exitCode(root.ExecuteContext(ctx), stderr)
}

// patience is how long a command may take to stop after it was interrupted, also on a machine that is busy with other things.
const patience = 10 * time.Second

// giveUp ends the process if it does not stop by itself: a step on very large terms cannot be interrupted.
func giveUp(stderr io.Writer) {
	time.AfterFunc(patience, func() {
		fmt.Fprintln(stderr, "sextant: it did not stop in time and was ended")
		os.Exit(exitEnvironment)
	})
}

func exitCode(err error, stderr io.Writer) int {
	switch {
	case err == nil:
		return exitDone
	case driver.IsFinding(err):
		return exitFinding
	}
	fmt.Fprintln(stderr, "sextant:", err)
	if driver.NoSolver(err) {
		fmt.Fprintln(stderr, "Run \"sextant doctor\" to see what is installed.")
	}
	return exitEnvironment
}
