package memory

import (
	"bufio"
	"bytes"
	"io/fs"
	"math"
	"os"
	"path"
	"strconv"
	"strings"
)

// The machine may have more free memory than the process may use, since a container, a CI job or a service is limited by its control group.
// Only Linux reports both in files; on other systems a fixed amount is assumed.

// usual is the amount assumed to be free where the system does not report it.
const usual Size = 8 << 30

// Free returns how much memory the process may still take: what the machine has available and the control groups of the process allow.
func Free() Size { return freeIn(os.DirFS("/")) }

func freeIn(root fs.FS) Size {
	free, ok := available(root)
	if !ok {
		free = usual
	}
	for _, group := range groups(root) {
		free = min(free, group.free(root))
	}
	return max(free, 0)
}

// available reads the kernel's estimate of the memory available without swapping.
func available(root fs.FS) (Size, bool) {
	kilobytes, ok := field(root, "proc/meminfo", "MemAvailable:")
	return Size(kilobytes) << 10, ok
}

// group is a control group that bounds memory: its folder, and the names of its files.
type group struct{ dir, limit, used, inactive string }

// groups lists the control groups of the process and those around them, of both versions of the interface.
func groups(root fs.FS) []group {
	text, _ := fs.ReadFile(root, "proc/self/cgroup")
	var out []group
	for line := range strings.Lines(string(text)) {
		part := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(part) < 3 {
			continue
		}
		kind := group{"sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"}
		if part[1] == "memory" {
			kind = group{"sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"}
		} else if part[1] != "" {
			continue
		}
		for dir := path.Clean("/" + part[2]); ; dir = path.Dir(dir) {
			out = append(out, group{path.Join(kind.dir, dir), kind.limit, kind.used, kind.inactive})
			if dir == "/" {
				break
			}
		}
	}
	return out
}

// free returns how much a group still allows. Inactive file cache counts as free.
func (g group) free(root fs.FS) Size {
	limit, ok := number(root, path.Join(g.dir, g.limit))
	if !ok {
		return math.MaxInt64
	}
	used, _ := number(root, path.Join(g.dir, g.used))
	inactive, _ := field(root, path.Join(g.dir, "memory.stat"), g.inactive)
	return Size(limit - used + min(inactive, used))
}

// number reads a file that is one number.
func number(root fs.FS, name string) (int64, bool) {
	text, err := fs.ReadFile(root, name)
	if err != nil {
		return 0, false
	}
	n, err := strconv.ParseInt(string(bytes.TrimSpace(text)), 10, 64)
	return n, err == nil
}

// field reads the number after a word at the beginning of a line.
func field(root fs.FS, name, word string) (int64, bool) {
	text, err := fs.ReadFile(root, name)
	if err != nil {
		return 0, false
	}
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		if words := strings.Fields(lines.Text()); len(words) > 1 && words[0] == word {
			n, err := strconv.ParseInt(words[1], 10, 64)
			return n, err == nil
		}
	}
	return 0, false
}
