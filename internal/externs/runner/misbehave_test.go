package runner

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"time"
)

// misbehave runs a mode of the child process.
func misbehave(mode string, call int) {
	switch mode {
	case "crash":
		os.Exit(3)
	case "crash-third":
		if call == 3 {
			fmt.Fprintln(os.Stderr, "third time unlucky")
			os.Exit(3)
		}
	case "crash-later":
		if _, err := os.Stat(os.Getenv("CRASH_FLAG")); err == nil {
			fmt.Fprintln(os.Stderr, "flag seen")
			os.Exit(4)
		}
	case "one-shot":
		if call == 2 {
			os.Exit(0)
		}
	case "hang":
		time.Sleep(time.Hour)
	case "escape":
		escape()
	case "half":
		fmt.Print(`{"res`)
		os.Exit(0)
	case "close":
		os.Stdout.Close()
		time.Sleep(time.Hour)
	case "flood":
		flood()
	case "chatty":
		fmt.Println(`{"result": 1}`)
	case "garbage":
		fmt.Println("thinking...")
	default:
		replace(mode)
	}
}

// escape starts a process that leaves our group and keeps our output open, and waits with it.
func escape() {
	command := exec.Command("setsid", "sleep", "20")
	command.Stdin, command.Stdout, command.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := command.Run(); err != nil {
		os.Exit(5)
	}
}

// flood prints a gigabyte without an end of line.
func flood() {
	block := bytes.Repeat([]byte("x"), 1<<20)
	for range 1 << 10 {
		os.Stdout.Write(block)
	}
}

// answers are the modes with wrong answers.
var answers = map[string]string{
	"text":       `{"result": "abc"}`,
	"length":     `{"result": [1, 2]}`,
	"range":      `{"result": [1, 2, 8]}`,
	"nan":        `{"result": NaN}`,
	"null":       `{"result": null}`,
	"empty":      `{}`,
	"fails":      `{"error": "no such grid"}`,
	"fails-bare": `{"error": 7}`,
	"both":       `{"result": 7, "error": null}`,
	"two":        `{"result": 7} {"result": 8}`,
	"list":       `[7]`,
	"repeated":   `{"result": 7, "result": 8}`,
}

// replace gives an answer to another question, and continues with the next one.
func replace(mode string) {
	if text, ok := answers[mode]; ok {
		fmt.Println(text)
		in := make([]byte, 1<<16)
		for {
			if _, err := os.Stdin.Read(in); err != nil {
				os.Exit(0)
			}
			fmt.Println(text)
		}
	}
	if mode == "parent" {
		command := exec.Command("sleep", "1000")
		if err := command.Start(); err != nil {
			os.Exit(5)
		}
		fmt.Printf("{\"result\": %d}\n", command.Process.Pid)
		time.Sleep(time.Hour)
	}
	if mode == "pid" {
		fmt.Printf("{\"result\": %d}\n", os.Getpid())
		time.Sleep(time.Hour)
	}
}
