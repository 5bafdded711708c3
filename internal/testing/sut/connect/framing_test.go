package connect

import (
	"bufio"
	"encoding/binary"
	"io"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// store is a model of a store of values.
const store = `system Store
input put(key: string, value: string)
input get(key: string)
output ok(n: int)
output value(key: string, value: string)
output none()
initial s
get: s -> s in get(k)
`

// echo sends back what a format of frames has in it: the bytes that follow a length of two bytes.
func echo16(in *bufio.Reader, out io.Writer) {
	for {
		size := make([]byte, 2)
		if _, err := io.ReadFull(in, size); err != nil {
			return
		}
		message := make([]byte, binary.BigEndian.Uint16(size))
		if _, err := io.ReadFull(in, message); err != nil {
			return
		}
		_, _ = out.Write(append(size, message...))
	}
}

// TestFramesCarryEverything: strings with every character come back as they were sent, where the length stands before them.
func TestFramesCarryEverything(t *testing.T) {
	testkit.NothingLeft(t)
	model := load(t, store)
	mapping := `
frame.length = "u16"
inputs.put.text = "P{#key}:{key}{value}"
inputs.get.text = "G{key}"
outputs.value.text = "P{#key}:{key}{value}"
outputs.ok.pattern = "never (?P<n>.*)"
outputs.none.text = "N"
`
	binary := "encoding = \"bytes\"\n" + strings.ReplaceAll(mapping, "P{#key}:{key}", "P{#key:u16le}{key}")
	for _, test := range []struct{ mapping, key, value string }{
		{mapping, "a\r\n:{}\x00", " \n\u05d0\u0301\U0001F600\x00 "},
		{mapping, "", ""},
		{binary, "\x00\n\u00ff\u0080", "\u00fe\r\n"},
		{binary, strings.Repeat("k", 300), strings.Repeat("\u00e4", 60000)},
	} {
		a := open(t, model, "tcp:"+testkit.Serve(t, echo16), test.mapping, "")
		in := message(t, model, sts.Input, "put", test.key, test.value)
		if err := sut.Carries(a, in); err != nil {
			t.Error(err)
		}
		want := message(t, model, sts.Output, "value", test.key, test.value).String()
		if got := exchanged(t, a, in, patience); got != want {
			t.Errorf("%.100s, want %.100s", got, want)
		}
	}
	a := open(t, model, "tcp:"+testkit.Serve(t, echo16), binary, "")
	for value, want := range map[string]string{strings.Repeat("x", 1<<16): "too many for a length of 2 bytes", "Ā": "is not a byte"} {
		if err := sut.Carries(a, message(t, model, sts.Input, "put", "a", value)); err == nil || !strings.Contains(err.Error(), want) {
			t.Error(err)
		}
	}
}

// cache answers as memcached does: a value has its length before it.
func cache(in *bufio.Reader, out io.Writer) {
	for {
		line, err := in.ReadString('\n')
		switch {
		case err != nil:
			return
		case strings.HasPrefix(line, "get none"):
			_, _ = io.WriteString(out, "END\r\n")
		case strings.HasPrefix(line, "get"):
			_, _ = io.WriteString(out, "VALUE k 11\r\nEND\r\nOK 1\r\n\r\nEND\r\n")
		default:
			data, _ := in.ReadString('\n')
			_, _ = io.WriteString(out, "OK "+map[bool]string{true: "1", false: "0"}[data == "\n"]+"\r\n")
		}
	}
}

const cacheText = `
end = "\r\n"
inputs.put.text = "set {key} {#value}\r\n{value}"
inputs.get.text = "get {key}"
outputs.ok.text = "OK {n}"
outputs.value.text = "VALUE {key} {#value}\r\n{value}\r\nEND"
outputs.none.text = "END"
[[frame.blocks]]
first = 'VALUE \S+ (?P<length>\d+)'
last  = 'END'
`

// TestBlocks: messages of several lines in both directions, with lines in a value that look like messages.
func TestBlocks(t *testing.T) {
	testkit.NothingLeft(t)
	model := load(t, store)
	a := open(t, model, "tcp:"+testkit.Serve(t, cache), cacheText, "")
	if got := exchanged(t, a, message(t, model, sts.Input, "get", "k"), patience); got != `value("k", "END\r\nOK 1\r\n")` {
		t.Error(got)
	}
	if got := answered(t, a, message(t, model, sts.Input, "get", "none"), patience); got != "none()" {
		t.Error(got)
	}
	if got := answered(t, a, message(t, model, sts.Input, "put", "k", "\n"), patience); got != "ok(1)" {
		t.Error(got)
	}
	if err := sut.Carries(a, message(t, model, sts.Input, "get", "a\n")); err == nil || !strings.Contains(err.Error(), "contains the end of a line") {
		t.Error(err)
	}
}

// TestHostileFrames: what breaks the frames is a failure with a reason, and never holds up the tester.
func TestHostileFrames(t *testing.T) {
	testkit.NothingLeft(t)
	model := load(t, store)
	base := "inputs.put.text = '{key} {value}'\ninputs.get.text = '{key}'\noutputs.ok.text = 'OK {n}'\noutputs.value.text = '{key} {value}'\noutputs.none.text = 'N'\n"
	blocks := base + "[[frame.blocks]]\nfirst = '220-.*'\nlast = '220 .*'\n"
	for _, test := range []struct{ name, mapping, answer, want string }{
		{"huge length", "frame.length = 'u64'\n" + base, "\xff\xff\xff\xff\xff\xff\xff\xff", "broke the frame of its messages: the length of a message is 18446744073709551615, more than"},
		{"decimal nonsense", "frame.length = 'decimal'\nframe.separator = ':'\n" + base, "-1:", `"-" is not the length of a message`},
		{"wrong trailer", "frame.length = 'decimal'\nframe.separator = ':'\nframe.trailer = ','\n" + base, "1:ab", `"b" follows a message of 1 bytes, not ","`},
		{"endless message", "frame.delimiter = \"\\u0000\"\n" + base, strings.Repeat("x", maxText+100), "sent a message that is too long, over 1 MiB"},
		{"endless block", blocks, "220-\n" + strings.Repeat(strings.Repeat("y", 99)+"\n", maxText/100+2), "sent a message that is too long, over 1 MiB"},
		{"half a fixed message", "frame.size = 4\n" + base, "N\x00\x00", "sent the beginning of a message and did not complete it"},
		{"half a block", blocks, "220-\nmore\n", "sent the beginning of a message and did not complete it"},
		{"half a length", "frame.length = 'u32le'\n" + base, "\x01\x00", "sent the beginning of a message and did not complete it"},
	} {
		t.Run(test.name, func(t *testing.T) {
			address := testkit.Serve(t, func(in *bufio.Reader, out io.Writer) {
				_, _ = io.WriteString(out, test.answer)
				_, _ = io.Copy(io.Discard, in)
			})
			a := open(t, model, "tcp:"+address, test.mapping, "")
			in := message(t, model, sts.Input, "get", "abcd")
			if got := insisted(t, a, in); !strings.Contains(got, test.want) {
				t.Errorf("%.300s\nwant %s", got, test.want)
			}
		})
	}
	for _, half := range []string{"\x00", "\x00\x05abc"} {
		a := open(t, model, "tcp:"+testkit.Serve(t, func(in *bufio.Reader, out io.Writer) { _, _ = io.WriteString(out, half) }), "frame.length = 'u16'\n"+base, "")
		if err := a.Reset(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := received(t, a, patience); !strings.Contains(got, "closed its output in the middle of a message") {
			t.Errorf("%q: %s", half, got)
		}
	}
}

func TestFrameErrors(t *testing.T) {
	model := load(t, store)
	for _, test := range []struct{ address, mapping, want string }{
		{"tcp", "frame.length = 'u24'", `map.toml:1:1: frame.length: "u24" is not a length: write one of decimal, u16, u16le, u32, u32le, u64, u64le, u8`},
		{"tcp", "frame.length = 'decimal'", "a decimal length needs a separator after it"},
		{"tcp", "frame.length = 'decimal'\nframe.separator = '1'", "a decimal length needs a separator after it"},
		{"tcp", "frame.length = 'decimal'\nframe.separator = ':'\nframe.inclusive = true", "map.toml:3:1: frame.inclusive: a decimal length does not count its own digits"},
		{"tcp", "frame.length = 'u8'\nframe.separator = ':'", "only a decimal length has a separator"},
		{"tcp", "frame.length = 'u8'\nframe.size = 3", "there is more than one of size, delimiter, length and blocks"},
		{"tcp", "frame.size = -3", "write a number of bytes from 1 to 1048576"},
		{"tcp", "frame.size = 3\nframe.trailer = 'x'", "trailer, inclusive and separator belong to a length"},
		{"tcp", "frame.delimiter = ''", "it is empty"},
		{"tcp", "encoding = 'bytes'\nframe.delimiter = 'Ā'", "frame.delimiter: the character 'Ā' is not a byte"},
		{"tcp", "encoding = 'latin1'", `map.toml:1:1: encoding: "latin1" is not an encoding: write utf-8 or bytes`},
		{"tcp", "end = \"\\n\"\nframe.size = 3", "map.toml:1:1: end: messages are not lines here"},
		{"tcp", "[[frame.blocks]]\nlast = 'x'", "map.toml:1:3: frame.blocks[0]: write first"},
		{"tcp", "[[frame.blocks]]\nfirst = 'x'\nlast = 'y'\n[[frame.blocks]]\nfirst = 'x'", "map.toml:4:3: frame.blocks[1]: the end of the message is not defined"},
		{"tcp", "[[frame.blocks]]\nfirst = 'x'\nlast = 'x'\nlines = 2", "there are both last and lines"},
		{"tcp", "[[frame.blocks]]\nfirst = 'x'\nlines = -2", "map.toml:3:1: frame.blocks[0].lines: write the number of lines"},
		{"tcp", "[[frame.blocks]]\nfrist = 'x'", "map.toml:2:1: there is no key frame.blocks.frist; did you mean first?"},
		{"udp", "frame.size = 3", "messages of udp have their own frames"},
		{"ws", "frame.size = 3", "messages of ws have their own frames"},
	} {
		m, err := ParseMapping("map.toml", []byte(test.mapping))
		if err == nil {
			_, err = Open(model, test.address+":localhost:1", Options{Mapping: m})
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v\nwant %s", test.mapping, err, test.want)
		}
	}
}
