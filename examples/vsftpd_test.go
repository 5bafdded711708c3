package examples

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

var vsftpd = target{
	model:   "vsftpd/vsftpd.sxt",
	mapping: "vsftpd/vsftpd.toml",
	program: "vsftpd",
	seeds:   1, // a start of it takes long
	config: func(t *testing.T, folder string, port int) []string {
		files, file := filepath.Join(folder, "files"), filepath.Join(folder, "vsftpd.conf")
		if err := os.MkdirAll(files, 0o755); err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprintf(`listen=YES
listen_address=127.0.0.1
listen_port=%d
background=NO
run_as_launching_user=YES
seccomp_sandbox=NO
anonymous_enable=YES
local_enable=NO
write_enable=YES
anon_mkdir_write_enable=YES
anon_other_write_enable=YES
anon_root=%s
`, port, files)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return []string{file}
	},
}

func TestVsftpd(t *testing.T) { vsftpd.test(t, vsftpdScenarios) }

var vsftpdScenarios = []scenario{
	{"QUIT leaves the connection open", `[{"channel": "quit"}]`, "closed:     leaving -> away    out closed()", "stay: leaving -> away in noop()",
		"the system sent closed(): the system under test is gone: it closed its output"},
	{"the connection ends without a reply", `[{"channel": "quit"}]`, "quitEarly:  greeted -> leaving in quit() out reply(221)", "quitEarly: greeted -> leaving in quit()",
		"the system sent reply(221); allowed was: closed()"},
	{"the reply to PWD has no path", `[{"channel": "user"}, {"channel": "pass"}, {"channel": "pwd"}]`, "in pwd() out top()", "in pwd() out reply(250)",
		"the system sent reply(257), which can also be read as top(); allowed was: reply(250)"},
	{"a guest may become another user", `[{"channel": "user"}, {"channel": "pass"}, {"channel": "user"}]`, "root -> root   in user() out reply(530)", "root -> root   in user() out reply(331)",
		"the system sent reply(530)"},
	{"a directory goes with what is in it", `[{"channel": "user"}, {"channel": "pass"}, {"channel": "mkd", "payload": [0]}, {"channel": "mkdInside", "payload": [0]}, {"channel": "rmd", "payload": [0]}]`,
		"when made[d] and inner[d] out reply(550)", "when made[d] and inner[d] do made[d] := false; inner[d] := false out reply(250)", "the system sent reply(550)"},
	{"directories end with the connection", `[{"channel": "user"}, {"channel": "pass"}, {"channel": "mkd", "payload": [1]}, {"channel": "quit"}, {"channel": "connect"}, {"channel": "user"}, {"channel": "pass"}, {"channel": "mkd", "payload": [1]}]`,
		"in connect() out reply(220)", "in connect() do made := [false, false] out reply(220)", "the system sent reply(550); allowed was: reply(257)"},
}
