package smt

import "github.com/sextant-mbt/sextant/internal/core/term"

// symbolOf is the SMT-LIB name of an operation on arguments of a sort, for the operations that have one.
func symbolOf(op term.Op, sort *term.Sort) string {
	if sort.Kind != term.KindBits {
		if op == term.OpDiv && sort.Kind == term.KindReal {
			return "/"
		}
		return scalarSymbols[op]
	}
	if s, ok := signSymbols[op]; ok {
		if sort.Signed {
			return s.signed
		}
		return s.unsigned
	}
	if s, ok := bitSymbols[op]; ok {
		return s
	}
	return scalarSymbols[op]
}

var scalarSymbols = map[term.Op]string{
	term.OpNot: "not", term.OpAnd: "and", term.OpOr: "or", term.OpIte: "ite", term.OpEq: "=", term.OpLe: "<=",
	term.OpLt: "<", term.OpAdd: "+", term.OpMul: "*", term.OpDiv: "div", term.OpMod: "mod", term.OpToReal: "to_real",
	term.OpFloor: "to_int", term.OpConcat: "str.++", term.OpLength: "str.len", term.OpTextLe: "str.<=", term.OpTextLt: "str.<",
	term.OpSubstring: "str.substr", term.OpContains: "str.contains", term.OpIndexOf: "str.indexof", term.OpReplace: "str.replace",
	term.OpReplaceAll: "str.replace_all", term.OpToInt: "str.to_int",
}

var bitSymbols = map[term.Op]string{
	term.OpAdd: "bvadd", term.OpMul: "bvmul", term.OpBitAnd: "bvand", term.OpBitOr: "bvor", term.OpBitXor: "bvxor",
	term.OpBitNot: "bvnot", term.OpShiftLeft: "bvshl",
}

// signSymbols are the operations whose meaning depends on the signedness.
var signSymbols = map[term.Op]struct{ signed, unsigned string }{
	term.OpLe:         {"bvsle", "bvule"},
	term.OpLt:         {"bvslt", "bvult"},
	term.OpDiv:        {"bvsdiv", "bvudiv"},
	term.OpMod:        {"bvsrem", "bvurem"},
	term.OpShiftRight: {"bvashr", "bvlshr"},
}
