// Command sextant explores and tests reactive systems from models. See the README for a tour.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/sextant-mbt/sextant/internal/base/memory"
	"github.com/sextant-mbt/sextant/internal/jobs/driver"
)

// version is set by the linker in releases.
var version = "0.1.0-dev"

// Exit codes, a contract with users.
const (
	exitDone        = 0
	exitFinding     = 1 // the model or the system under test has a finding
	exitEnvironment = 2 // usage error, no solver, no such file; incomplete work or undecided goals, without a finding
)

func main() {
	memory.Tune(memory.Default())
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run executes the command line and returns the exit code.
func run(args []string, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the process at once
	root, out := rootCommand(args), &output{Writer: stdout}
	root.SetArgs(args)
	root.SetOut(out)
	root.SetErr(stderr)
	c, err := root.ExecuteContextC(ctx)
	if err != nil && !out.used && wantsJSON(args) {
		showFailure(out, c, err)
	}
	return exitCode(err, stderr)
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
