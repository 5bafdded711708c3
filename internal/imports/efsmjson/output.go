package efsmjson

import (
	"go/ast"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
)

// message is one output of a row as parsed: write("Balance=", cb), CR, U!TDISind.
type message struct {
	name string
	args []ast.Expr
	at   located // the text that the arguments were parsed from
}

// parseOutputs reads messages that are separated by semicolons.
func (m *model) parseOutputs(at located) []message {
	var out []message
	for _, part := range splitOutputs(at.string) {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		name, arguments, hasArguments := strings.Cut(part, "(")
		one := message{name: strings.TrimSpace(name), at: located{string: "_(" + arguments, Value: at.Value}}
		if hasArguments {
			one.args = m.parseArguments(one.at)
		}
		out = append(out, one)
	}
	return out
}

// parseArguments reads the arguments of a call of anything.
func (m *model) parseArguments(at located) []ast.Expr {
	e := m.parse(at)
	if e == nil {
		return nil
	}
	if call, ok := e.(*ast.CallExpr); ok {
		if _, plain := call.Fun.(*ast.Ident); plain {
			return call.Args
		}
	}
	at.Wrong(m.list, diag.CodeImportExpression, "", "this is not an output: write NAME or NAME(VALUE, ...)")
	return nil
}

// splitOutputs splits at semicolons outside of quotes.
func splitOutputs(s string) []string {
	var out []string
	start, quote := 0, byte(0)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quote != 0 && c == '\\':
			i++
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case quote == 0 && c == ';':
			out = append(out, s[start:i])
			start = i + 1
		}
	}
	return append(out, s[start:])
}
