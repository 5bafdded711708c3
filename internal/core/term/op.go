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
	OpTextLe // the order of strings, by code points
	OpTextLt
	OpSubstring
	OpContains
	OpStartsWith
	OpEndsWith
	OpIndexOf
	OpReplace    // the first occurrence
	OpReplaceAll // all occurrences
	OpToInt      // string to int; -1 unless it is digits
	OpFromInt    // int to string; "" for a negative number
	OpUpper
	OpLower
	OpMatches // a string and the source of a regular expression, which is a constant
	OpExists
	OpForall

	OpTuple
	OpPart         // a component of a tuple; its number is the Value
	OpItems        // a collection: for each candidate the condition under which it is present, the element or key, and the value of a map
	OpSize         // number of elements
	OpAt           // element of a sequence, the default outside
	OpGet          // value of a key, the default if it is absent
	OpHas          // whether an element or key is present
	OpJoin         // concatenation of sequences, union of sets, union of maps in which the second wins
	OpSlice        // s[a:b]; indices outside are left out
	OpPut          // sequence with another element at an index; map with another value for a key
	OpInsert       // sequence with an element inserted at an index; set with an element
	OpRemove       // sequence without the element at an index; set or map without an element or key
	OpFind         // index of the first equal element, or -1
	OpReverse      // sequence backwards
	OpSorted       // sequence of the elements in ascending order
	OpInsertSorted // sequence with an element before the first that is greater
	OpToSet        // elements of a sequence
	OpToMap        // pairs of a sequence or set; the later of two with one key wins
	OpKeys         // keys of a map
	OpFilter       // elements that satisfy a condition: collection, bound variable, condition
	OpEach         // elements that are computed from those of a collection: collection, bound variable, element
	OpAll          // whether all elements satisfy a condition: collection, bound variable, condition
	OpFold         // collection, first value, bound accumulator, bound variable, next value
	opCount
)

// operators is the single table of names; the SMT-LIB names differ by sort and live in package smt.
var operators = [opCount]string{
	OpConst: "const", OpVar: "var", OpNot: "not", OpAnd: "and", OpOr: "or", OpIte: "ite", OpEq: "==", OpLe: "<=", OpLt: "<",
	OpAdd: "+", OpMul: "*", OpDiv: "/", OpMod: "%", OpToReal: "real", OpFloor: "floor", OpBitAnd: "&", OpBitOr: "|",
	OpBitXor: "^", OpBitNot: "~", OpShiftLeft: "<<", OpShiftRight: ">>", OpConvert: "convert", OpBitsToInt: "int",
	OpIntToBits: "bits", OpConcat: "++", OpLength: "len", OpTextLe: "<=", OpTextLt: "<", OpSubstring: "substring", OpContains: "contains",
	OpStartsWith: "startsWith", OpEndsWith: "endsWith", OpIndexOf: "indexOf", OpReplace: "replace", OpReplaceAll: "replaceAll",
	OpToInt: "int", OpFromInt: "string", OpUpper: "upper", OpLower: "lower", OpMatches: "matches", OpExists: "exists", OpForall: "forall",
	OpTuple: "tuple", OpPart: "part", OpItems: "items", OpSize: "len", OpAt: "at", OpGet: "get", OpHas: "in", OpJoin: "+",
	OpSlice: "slice", OpPut: "put", OpInsert: "insert", OpRemove: "remove", OpFind: "indexOf", OpReverse: "reverse", OpSorted: "sorted",
	OpInsertSorted: "insertSorted", OpToSet: "set", OpToMap: "map", OpKeys: "keys", OpFilter: "filter", OpEach: "each", OpAll: "all",
	OpFold: "fold",
}

// String is the operator as terms are printed with it.
func (op Op) String() string { return operators[op] }
