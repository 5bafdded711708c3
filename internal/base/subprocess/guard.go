//go:build unix

package subprocess

import (
	"crypto/rand"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"syscall"
)

// The guard is a small shell script that outlives us, however we end. It reads the process groups of our children from a pipe
// that nobody else holds; when the pipe is closed, which our death does, it kills those that are left, and on Linux the processes
// that have left their group as well: it knows them by a variable of their environment. Without a shell there is no guard.

//go:embed guard.sh
var guardScript string

// runVariable is the variable of the environment that all our children have; its value is different for each of our processes.
const runVariable = "SEXTANT_RUN"

var runIdentity = sync.OnceValue(func() string { return runVariable + "=" + rand.Text() })

// guard starts the guard at its first call and returns what is written to it.
var guard = sync.OnceValue(func() *os.File {
	from, to, err := os.Pipe()
	if err != nil {
		return nil
	}
	defer from.Close()
	command := exec.Command("/bin/sh", "-c", guardScript, "sextant-guard", runIdentity())
	command.Stdin, command.Dir, command.Env = from, "/", []string{"PATH=/usr/bin:/bin"}
	command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := command.Start(); err != nil {
		to.Close()
		return nil
	}
	_ = command.Process.Release() // it ends after us
	return to
})

// tellGuard tells the guard a sign and a process group. A guard that somebody killed is not told anything.
func tellGuard(sign string, command *exec.Cmd) {
	if to := guard(); to != nil {
		_, _ = fmt.Fprintf(to, "%s %d\n", sign, command.Process.Pid)
	}
}

// mark gives the environment of a child that is to be started these variables, and the one that the guard knows it by.
func mark(command *exec.Cmd, variables []string) {
	command.Env = append(append(command.Environ(), variables...), runIdentity())
}

// enlist has the guard kill the group of a child if we die.
func enlist(command *exec.Cmd) { tellGuard("+", command) }

// discharge has the guard forget a group that was killed.
func discharge(command *exec.Cmd) { tellGuard("-", command) }

// Kill kills the child and what it started. That it is gone already is no error.
func Kill(command *exec.Cmd) {
	_ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
}
