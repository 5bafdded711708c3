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

// The guard is a small shell script that outlives us, however we end. It reads the process groups of our children from a pipe that no other
// process holds; when the pipe is closed, which happens when we die, it kills those that are left, and on Linux the processes that have left
// their group as well: it recognizes them by a variable of their environment. Without a shell there is no guard.

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

// tellGuard writes a sign and a process group to the guard. If the guard process is gone, it does nothing.
func tellGuard(sign string, command *exec.Cmd) {
	if to := guard(); to != nil {
		_, _ = fmt.Fprintf(to, "%s %d\n", sign, command.Process.Pid)
	}
}

// mark adds these variables, and the one by which the guard recognizes the child, to the environment of a child that is about to be started.
func mark(command *exec.Cmd, variables []string) {
	command.Env = append(append(command.Environ(), variables...), runIdentity())
}

// enlist has the guard kill the group of a child if we die.
func enlist(command *exec.Cmd) { tellGuard("+", command) }

// discharge has the guard forget a group that was killed.
func discharge(command *exec.Cmd) { tellGuard("-", command) }

// Kill kills the child and what it started. It is no error if the child is already gone.
func Kill(command *exec.Cmd) {
	_ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
}
