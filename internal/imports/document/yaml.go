package document

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/text"
)

// Read reads a document that is JSON if it begins with a brace, and YAML otherwise; it is nil if that fails.
func Read(file *diag.File, limits Limits, hint string, list *diag.List) *Value {
	if strings.HasPrefix(strings.TrimLeft(file.Text, " \t\r\n"), "{") {
		return JSON(file, limits, hint, list)
	}
	return YAML(file, limits, hint, list)
}

// YAML reads the only document of a YAML file; it is nil if that fails. Aliases are errors: a document without them is a tree, as large as
// its file.
func YAML(file *diag.File, limits Limits, hint string, list *diag.List) *Value {
	if !limits.fits(file, list) {
		return nil
	}
	r := &yamlReader{file: file, list: list, limits: limits}
	decoder := yaml.NewDecoder(strings.NewReader(file.Text))
	var node, more yaml.Node
	if err := decoder.Decode(&node); err != nil {
		r.report(err, hint)
		return nil
	}
	v := &Value{}
	if err := r.value(node.Content[0], v, 0); err != nil {
		return nil
	}
	if err := decoder.Decode(&more); err == nil {
		list.Errorf(diag.CodeImportSyntax, r.span(&more), "something follows the end of the document")
		return nil
	}
	return v
}

// yamlReader turns the nodes of a YAML file into values.
type yamlReader struct {
	file   *diag.File
	list   *diag.List
	limits Limits
	count  int

	line, column, offset int // the last place that was found
}

// find is the offset of a line and a column. Nodes come in the order of the file, so that finding all of them takes time that grows with
// the file only.
func (r *yamlReader) find(line, column int) int {
	if line != r.line || column < r.column {
		r.line, r.column, r.offset = line, 1, r.file.LineStart(line)
	}
	for ; r.column < column && r.offset < len(r.file.Text); r.column++ {
		_, size := utf8.DecodeRuneInString(r.file.Text[r.offset:])
		r.offset += size
	}
	return r.offset
}

// lineOf finds the line in an error of the library, which has it in its text only.
var lineOf = text.Pattern(`^line (\d+): `)

// report reports why the text is not YAML.
func (r *yamlReader) report(err error, hint string) {
	message := strings.TrimPrefix(err.Error(), "yaml: ")
	line := 1
	if m := lineOf().FindStringSubmatch(message); m != nil {
		line, _ = strconv.Atoi(m[1])
		message = message[len(m[0]):]
	} else if message == "EOF" {
		message = "the file is empty"
	}
	start := r.file.LineStart(line)
	r.list.ErrorHint(diag.CodeImportSyntax, diag.Span{File: r.file, Start: start, End: start}, hint, "this is not YAML: %s", message)
}

// span is the place of a node: the text of a scalar, or where a list or an object begins.
func (r *yamlReader) span(n *yaml.Node) diag.Span {
	start := r.find(n.Line, n.Column)
	end := min(start+1, len(r.file.Text))
	if n.Kind == yaml.ScalarNode && strings.HasPrefix(r.file.Text[start:], n.Value) {
		end = start + len(n.Value)
	}
	return diag.Span{File: r.file, Start: start, End: end}
}

// value reads a node into v, which has its place in the document.
func (r *yamlReader) value(n *yaml.Node, v *Value, depth int) error {
	if v.Span.File == nil {
		v.Span = r.span(n)
	}
	r.count++
	if err := r.limits.check(v, depth, r.count, r.list); err != nil {
		return err
	}
	switch n.Kind {
	case yaml.MappingNode:
		return r.object(n, v, depth)
	case yaml.SequenceNode:
		return r.sequence(n, v, depth)
	case yaml.ScalarNode:
		v.Data = scalar(n)
		v.Span = r.span(n)
		return nil
	}
	v.Wrong(r.list, diag.CodeImportUnsupported, "write the value itself", "aliases of YAML are not supported")
	return errReported
}

func (r *yamlReader) sequence(n *yaml.Node, v *Value, depth int) error {
	items := []*Value{}
	for _, child := range n.Content {
		item := &Value{parent: v, index: len(items)}
		if err := r.value(child, item, depth+1); err != nil {
			return err
		}
		items = append(items, item)
	}
	v.Data = items
	return nil
}

// object reads a mapping. The place of a list or an object in it is that of its key.
func (r *yamlReader) object(n *yaml.Node, v *Value, depth int) error {
	o := &Object{Values: map[string]*Value{}}
	v.Data = o
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if key.Kind != yaml.ScalarNode {
			r.list.Errorf(diag.CodeImportUnsupported, r.span(key), "a key that is not a plain word is not supported")
			return errReported
		}
		at := r.span(key) // found once, before the places that follow it
		item := &Value{parent: v, key: key.Value, Span: at}
		if err := r.value(n.Content[i+1], item, depth+1); err != nil {
			return err
		}
		o.add(key.Value, item, at, r.list)
	}
	return nil
}

// scalar is the data of a scalar. Scalars other than numbers, Booleans and null are strings, including dates.
func scalar(n *yaml.Node) any {
	switch n.ShortTag() {
	case "!!null":
		return nil
	case "!!bool":
		var b bool
		if n.Decode(&b) == nil {
			return b
		}
	case "!!int", "!!float":
		if number, err := yamlNumber(n); err == nil {
			return number
		}
	}
	return n.Value
}

// yamlNumber is a number as JSON writes it: YAML has 0x10 and 1_000 as well.
func yamlNumber(n *yaml.Node) (json.Number, error) {
	if json.Valid([]byte(n.Value)) {
		return json.Number(n.Value), nil
	}
	var whole int64
	if n.ShortTag() == "!!int" && n.Decode(&whole) == nil {
		return json.Number(strconv.FormatInt(whole, 10)), nil
	}
	var decimal float64
	if err := n.Decode(&decimal); err != nil {
		return "", err
	}
	number := json.Number(fmt.Sprint(decimal))
	if !json.Valid([]byte(number)) {
		return "", errors.New("not a number of JSON")
	}
	return number, nil
}
