package term

// Op is the operation at the root of a term.
type Op uint8

// The operations. Arithmetic is shared by int, real and machine bits; the sort of the arguments decides which is meant.
const (
	OpConst Op = iota
	OpVar
	OpNot
	OpAnd
	OpOr
	OpIte
	OpEq
	OpLe
	OpLt
	OpAdd
	OpMul
	OpDiv // Euclidean for int, truncated for bits, exact for real
	OpMod // remainder that belongs to OpDiv
	OpToReal
	OpFloor // real to int
	OpBitAnd
	OpBitOr
	OpBitXor
	OpBitNot
	OpShiftLeft
	OpShiftRight
	OpConvert   // bits to bits of another width or signedness
	OpBitsToInt // the number that a machine integer stands for
	OpIntToBits // modulo 2^width
	OpConcat
	OpLength
	OpExists
	OpForall
	opCount
)

// operators is the single table of names; the SMT-LIB names differ by sort and live in package smt.
var operators = [opCount]string{
	OpConst: "const", OpVar: "var", OpNot: "not", OpAnd: "and", OpOr: "or", OpIte: "ite", OpEq: "==", OpLe: "<=", OpLt: "<",
	OpAdd: "+", OpMul: "*", OpDiv: "/", OpMod: "%", OpToReal: "real", OpFloor: "floor", OpBitAnd: "&", OpBitOr: "|",
	OpBitXor: "^", OpBitNot: "~", OpShiftLeft: "<<", OpShiftRight: ">>", OpConvert: "convert", OpBitsToInt: "int",
	OpIntToBits: "bits", OpConcat: "++", OpLength: "len", OpExists: "exists", OpForall: "forall",
}

// String is the operator as terms are printed with it.
func (op Op) String() string { return operators[op] }
