package table

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/diag"
)

// helperFolder is the variable that makes the test binary a process that saves rows in a folder, helperFirst the first row, and
// helperRows how many.
const (
	helperFolder = "SEXTANT_TABLE_TEST_FOLDER"
	helperFirst  = "SEXTANT_TABLE_TEST_FIRST"
	helperRows   = "SEXTANT_TABLE_TEST_ROWS"
)

func TestMain(m *testing.M) {
	if folder := os.Getenv(helperFolder); folder != "" {
		if err := saveMany(folder); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// saveMany saves rows one by one.
func saveMany(folder string) error {
	first, err := strconv.ParseInt(os.Getenv(helperFirst), 10, 64)
	if err != nil {
		return err
	}
	rows, err := strconv.ParseInt(os.Getenv(helperRows), 10, 64)
	if err != nil {
		return err
	}
	system, x := squares()
	set, err := SetOptions{Dir: folder, MayCreate: true}.Open(system, &diag.List{})
	if err != nil {
		return err
	}
	for n := first; n < first+rows; n++ {
		if _, err := set.Table(x).Add(numbers(n, n*n)); err != nil {
			return err
		}
		if _, err := set.Save(); err != nil {
			return err
		}
	}
	return nil
}

func helper(folder string, first, rows int) *exec.Cmd {
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), helperFolder+"="+folder, helperFirst+"="+strconv.Itoa(first), helperRows+"="+strconv.Itoa(rows))
	command.Stderr = os.Stderr
	return command
}

// Processes that save the same table at once lose nothing.
func TestConcurrentProcesses(t *testing.T) {
	const processes, rows = 6, 20
	dir := t.TempDir()
	write(t, filepath.Join(dir, "square.csv"), "# kept\nn,result\n# this too\n-1,1\n")
	var commands []*exec.Cmd
	for i := range processes {
		command := helper(dir, i*rows, rows)
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		commands = append(commands, command)
	}
	for _, command := range commands {
		if err := command.Wait(); err != nil {
			t.Error(err)
		}
	}
	want := "# kept\nn,result\n# this too\n-1,1\n"
	for n := range processes * rows {
		want += fmt.Sprintf("%d,%d\n", n, n*n)
	}
	if got := contents(t, filepath.Join(dir, "square.csv")); got != want {
		t.Errorf("got\n%s", got)
	}
	if got := names(t, dir); got != "square.csv" {
		t.Errorf("left in the folder: %s", got)
	}
}

// A process that is killed while it saves leaves a file that loads, with every row that was saved before.
func TestKilledProcess(t *testing.T) {
	rounds := 25
	if testing.Short() {
		rounds = 8
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "square.csv")
	write(t, path, "# kept\nn,result\n")
	known := 0
	for round := range rounds {
		command, before := helper(dir, round*1_000_000, 1_000_000), len(contents(t, path))
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		for start := time.Now(); len(contents(t, path)) == before && time.Since(start) < time.Minute; { // it has not saved yet
			time.Sleep(time.Millisecond)
		}
		time.Sleep(rand.N(50 * time.Millisecond))
		if err := command.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = command.Wait() // it was killed
		system, x := squares()
		rows := open(t, system, dir).Table(x).Len()
		if rows <= known {
			t.Fatalf("round %d: %d rows, but there were %d before it", round, rows, known)
		}
		known = rows
	}
	system, x := squares()
	set := open(t, system, dir)
	add(t, set.Table(x), numbers(-1, 1))
	save(t, set)
	if got := names(t, dir); got != "square.csv" {
		t.Errorf("left in the folder: %s", got)
	}
	t.Logf("%d rows after %d kills", known, rounds)
}
