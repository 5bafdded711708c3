package lsp

// libraryFunction is a function that needs no declaration.
type libraryFunction struct {
	signatures []string
	help       string
}

// library has the functions of the language, as docs/language.md explains them.
var library = map[string]libraryFunction{
	"abs":   {[]string{"abs(x: number) -> number"}, "x without its sign"},
	"floor": {[]string{"floor(x: real) -> int"}, "the greatest integer that is not greater than x"},
	"len":   {[]string{"len(s: string) -> int", "len(c: T[] | set T | map K -> V) -> int"}, "the number of characters, elements or keys"},
	"min":   {[]string{"min(a: number, b: number) -> number", "min(c: T[] | set T) -> T"}, "the least of two numbers, or of the elements; an error if there is none"},
	"max":   {[]string{"max(a: number, b: number) -> number", "max(c: T[] | set T) -> T"}, "the greatest of two numbers, or of the elements; an error if there is none"},

	"substring":  {[]string{"substring(s: string, start: int, length: int) -> string"}, "at most `length` characters from number `start`"},
	"contains":   {[]string{"contains(s: string, t: string) -> bool"}, "whether t occurs in s"},
	"startsWith": {[]string{"startsWith(s: string, t: string) -> bool"}, "whether s begins with t"},
	"endsWith":   {[]string{"endsWith(s: string, t: string) -> bool"}, "whether s ends with t"},
	"taken": {[]string{"taken(t) -> int", "taken(t, step: int) -> bool"},
		"how often a run takes the transition t, or whether a step takes it; only in classify"},
	"indexOf": {[]string{"indexOf(s: string, t: string) -> int", "indexOf(s: string, t: string, from: int) -> int", "indexOf(s: T[], x: T) -> int"},
		"where t begins in s for the first time, at `from` or later, or where x is first; -1 if nowhere"},
	"replace":    {[]string{"replace(s: string, t: string, u: string) -> string"}, "s with the first t replaced by u"},
	"replaceAll": {[]string{"replaceAll(s: string, t: string, u: string) -> string"}, "s with every t replaced by u"},
	"upper":      {[]string{"upper(s: string) -> string"}, "s with the letters a to z in upper case"},
	"lower":      {[]string{"lower(s: string) -> string"}, "s with the letters A to Z in lower case"},
	"matches":    {[]string{"matches(s: string, pattern: string) -> bool"}, "whether the whole of s matches a regular expression, which is constant"},

	"append":       {[]string{"append(s: T[], x: T) -> T[]"}, "s with x at its end"},
	"insertAt":     {[]string{"insertAt(s: T[], i: int, x: T) -> T[]"}, "s with x before element i"},
	"removeAt":     {[]string{"removeAt(s: T[], i: int) -> T[]"}, "s without element i"},
	"insertSorted": {[]string{"insertSorted(s: T[], x: T) -> T[]"}, "s with x before the first element that is greater"},
	"first":        {[]string{"first(s: T[]) -> T"}, "the first element; an error if there is none"},
	"last":         {[]string{"last(s: T[]) -> T"}, "the last element; an error if there is none"},
	"reverse":      {[]string{"reverse(s: T[]) -> T[]"}, "the elements backwards"},
	"sorted":       {[]string{"sorted(c: T[] | set T) -> T[]"}, "the elements in ascending order"},
	"set":          {[]string{"set(s: T[]) -> set T"}, "the set of the elements"},
	"insert":       {[]string{"insert(s: set T, x: T) -> set T", "insert(m: map K -> V, k: K, v: V) -> map K -> V"}, "with x, or with another value of k"},
	"remove":       {[]string{"remove(s: set T, x: T) -> set T", "remove(m: map K -> V, k: K) -> map K -> V"}, "without x, or without the key k"},
	"keys":         {[]string{"keys(m: map K -> V) -> set K"}, "the set of the keys"},
	"get":          {[]string{"get(m: map K -> V, k: K, d: V) -> V", "get(x: T?, d: T) -> T"}, "the value, or d if there is none"},
	"value":        {[]string{"value(x: T?) -> T"}, "the value, which must be present"},
	"count":        {[]string{"count(x in s : condition) -> int"}, "the number of elements for which the condition holds"},
	"sum":          {[]string{"sum(c: number[] | set number) -> number"}, "the sum of the elements; also of a comprehension, as in sum(f(x) for x in s)"},
}
