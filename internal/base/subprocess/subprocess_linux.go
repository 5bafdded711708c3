package subprocess

import (
	"os/exec"
	"runtime"
	"syscall"
)

// Isolate puts the child into a process group of its own, which Ctrl-C in the terminal does not reach, and has it killed
// if we die.
func Isolate(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// startOnThread starts a child from a thread that lives until over is closed. The system treats the end of the thread that started a child as
// our death, and a thread ends with a goroutine that is locked to it.
func startOnThread(command *exec.Cmd, over <-chan struct{}) error {
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := command.Start()
		started <- err
		if err == nil {
			<-over
		}
	}()
	return <-started
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
