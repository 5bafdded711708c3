package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// The pages for people who test systems of their own are run, section by section, each in a folder of its own:
//
//	a block ```LANGUAGE FILE      is written to the file
//	a block ```console            has commands after "$ " and what they print; "..." stands for lines that are not shown
//	a command that ends with " &" is a server with its address in the command, which is ended with the section
//
// localhost:PORT stands for a free port, the same one in the whole section. What differs from run to run is not compared.

// pageSection is a part of a page.
type pageSection struct {
	title  string
	blocks []pageBlock
}

// pageBlock is a file, or commands with what they print.
type pageBlock struct{ file, text string }

func TestPages(t *testing.T) {
	t.Parallel() // with the scripts
	for _, program := range []string{"z3", "sh", "go", "python3", "grep"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(program + " is not installed")
		}
	}
	for page, least := range map[string]int{"README.md": 1, "docs/tutorial.md": 3, "docs/cookbook.md": 9, "docs/time.md": 1} {
		sections := readPage(t, page)
		if len(sections) < least {
			t.Errorf("%s has only %d sections with commands", page, len(sections))
		}
		for _, s := range sections {
			t.Run(page+"/"+s.title, func(t *testing.T) {
				t.Parallel()
				s.run(t)
			})
		}
	}
}

var fence = regexp.MustCompile("(?ms)^```([a-z]+)(?: (\\S+))?\n(.*?)^```$")

// readPage returns the sections with commands; the tour of the README has a test of its own.
func readPage(t *testing.T, page string) []pageSection {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", page))
	if err != nil {
		t.Fatal(err)
	}
	var out []pageSection
	for _, part := range strings.Split("\n"+string(text), "\n## ")[1:] {
		s := pageSection{}
		s.title, _, _ = strings.Cut(part, "\n")
		commands := false
		for _, m := range fence.FindAllStringSubmatch(part, -1) {
			if m[1] == "console" || m[2] != "" {
				commands = commands || m[1] == "console"
				s.blocks = append(s.blocks, pageBlock{m[2], m[3]})
			}
		}
		if commands && "## "+s.title+"\n" != tourHeading {
			out = append(out, s)
		}
	}
	return out
}

// stage is where a section is run.
type stage struct {
	folder string
	ports  map[string]string // by the ports of the page
}

func (s pageSection) run(t *testing.T) {
	st := &stage{folder: tourFolder(t), ports: map[string]string{}}
	st.module(t)
	for _, b := range s.blocks {
		if b.file == "" {
			st.console(t, b.text)
			continue
		}
		path := filepath.Join(st.folder, filepath.FromSlash(b.file))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(st.local(t, b.text)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// module lets Go tests in the folder use the package of the repository.
func (st *stage) module(t *testing.T) {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	module := "module example\n\ngo 1.26\n\nrequire github.com/sextant-mbt/sextant v0.0.0\nreplace github.com/sextant-mbt/sextant => " + root + "\n"
	for name, text := range map[string]string{"go.mod": module, "go.sum": string(sums)} {
		if err := os.WriteFile(filepath.Join(st.folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

var localPort = regexp.MustCompile(`localhost:(\d{4,5})`)

// local replaces the ports of the page by free ones.
func (st *stage) local(t *testing.T, text string) string {
	return localPort.ReplaceAllStringFunc(text, func(found string) string {
		port := strings.TrimPrefix(found, "localhost:")
		if st.ports[port] == "" {
			listener, err := net.Listen("tcp", "localhost:0")
			if err != nil {
				t.Fatal(err)
			}
			st.ports[port] = strconv.Itoa(listener.Addr().(*net.TCPAddr).Port)
			listener.Close()
		}
		return "localhost:" + st.ports[port]
	})
}

// shown puts the ports of the page back.
func (st *stage) shown(text string) string {
	for page, port := range st.ports {
		text = strings.ReplaceAll(text, "localhost:"+port, "localhost:"+page)
	}
	return text
}

// console runs the commands of a block, and compares what they print.
func (st *stage) console(t *testing.T, block string) {
	t.Helper()
	for _, part := range strings.Split("\n"+block, "\n$ ")[1:] {
		command, want, _ := strings.Cut(part, "\n")
		if started, ok := strings.CutSuffix(command, " &"); ok {
			st.start(t, started)
			continue
		}
		got, code := st.command(t, command)
		if code != 0 && code != 1 {
			t.Fatalf("%s: exit code %d\n%s", command, code, got)
		}
		comparePage(t, command, want, st.shown(got))
	}
}

// left are options of "sextant run" that a page may leave to sextant: an answer may take as long as a busy machine needs, and the test of a right
// system ends after some inputs, not after ten seconds.
var left = map[string]string{" --wait ": "1s", " --steps ": "500"}

// command runs a command, with the options that the page leaves to sextant.
func (st *stage) command(t *testing.T, command string) (string, int) {
	for option, value := range left {
		if strings.HasPrefix(command, "sextant run ") && !strings.Contains(command, option) {
			command += option + value
		}
	}
	run := exec.Command("sh", "-c", st.local(t, command))
	run.Dir = st.folder
	run.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod", "GOPROXY=off", "GORACE="+raceOptions)
	printed, _ := run.CombinedOutput() // the exit code is checked
	return string(printed), run.ProcessState.ExitCode()
}

// start starts a server, and waits until it can be reached.
func (st *stage) start(t *testing.T, command string) {
	t.Helper()
	text := st.local(t, command)
	server := exec.Command("sh", "-c", "exec "+text)
	server.Dir = st.folder
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = server.Process.Kill() // it may have ended
		_ = server.Wait()
	})
	address := localPort.FindString(text)
	for range 600 {
		if connection, err := net.Dial("tcp", address); err == nil {
			connection.Close()
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("%s cannot be reached", text)
}

// comparePage compares what a page shows with what was printed.
func comparePage(t *testing.T, command, want, got string) {
	t.Helper()
	shown, printed := pageLines(want), pageLines(got)
	if !slices.Contains(shown, "...") {
		if diff := cmp.Diff(shown, printed); diff != "" {
			t.Errorf("%s: the page says - and the command prints +:\n%s", command, diff)
		}
		return
	}
	rest := printed
	for _, line := range shown {
		at := 0
		for line != "..." && at < len(rest) && rest[at] != line {
			at++
		}
		if at == len(rest) && line != "..." {
			t.Errorf("%s: the page shows %q, which is not printed in this place:\n%s", command, line, got)
			return
		}
		if line != "..." {
			rest = rest[at+1:]
		}
	}
}

var varying = regexp.MustCompile(`^  (coverage|boundary|region|shrunk|stored|values) |^replay the failure: |^ok  \t|^--- |\(\d+\.\d+s\)$`)

// pageLines are the lines of an output, without the numbers that depend on the machine and on the choices of the tester.
func pageLines(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \n")
		if varying.MatchString(line) {
			line = fmt.Sprintf("%.8s...", line)
		}
		out = append(out, line)
	}
	return out
}

// The README shows the first example as it is.
func TestReadmeShowsTheExample(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	shown := 0
	for _, m := range fence.FindAllStringSubmatch(string(readme), -1) {
		for _, name := range []string{"account.sxt", "account.toml"} {
			text, err := os.ReadFile(filepath.Join("..", "..", "examples", "account", name))
			if err != nil {
				t.Fatal(err)
			}
			if m[1] == "text" && strings.HasSuffix(string(text), m[3]) {
				shown++
			}
		}
	}
	if shown != 2 {
		t.Errorf("the README shows %d of the 2 files of examples/account", shown)
	}
}
