package subprocess

import (
	"os/exec"
	"syscall"
)

// Isolate puts the child into a process group of its own, which Ctrl-C in the terminal does not reach, and has it killed
// if we die.
func Isolate(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// Kill kills the child and what it started. That it is gone already is no error.
func Kill(command *exec.Cmd) {
	_ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
}

// byProcess is the P_PID of waitid.
const byProcess = 1

// awaitExit returns when the child has exited, and leaves its number taken until it is waited for.
func awaitExit(command *exec.Cmd) {
	for {
		_, _, errno := syscall.Syscall6(syscall.SYS_WAITID, byProcess, uintptr(command.Process.Pid), 0, syscall.WEXITED|syscall.WNOWAIT, 0, 0)
		if errno != syscall.EINTR {
			return
		}
	}
}
