package draw

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// textClasses are those of strings.
var textClasses = []class{{"word", 8}, {"constant", 4}, {"empty", 1}, {"name", 4}, {"padded", 2}, {"long", 4}, {"script", 3}, {"meta", 3}, {"number", 3}, {"control", 2}}

// lengths are common limits of programs; texts are drawn around them. Longer ones are rare, because they take time.
var lengths = []int{8, 16, 16, 16, 20, 32, 64, 64, 100, 128, 255, 256, 256, 512, 1000, 1024, 1024, 2048, 4096, 65536}

// scripts are texts that programs written for ASCII handle wrongly: letters with marks, composed and not, letters that change their length
// with their case, writing from right to left, characters beyond 16 bits, joined ones.
var scripts = []string{"é", "e\u0301", "ñandú", "Å", "A\u030a", "ß", "ẞ", "İ", "ı", "ſ", "ﬁ", "Σίσυφος", "ς", "Ωμέγα", "Жук", "жук", "שלום", "مرحبا", "\u202eabc",
	"日本語", "가", "\u1100\u1161", "한국", "😀", "👩\u200d💻", "🇩🇪", "𝒳", "½", "①", "１２", "\u00a0", "\u200b", "\ufeff", "a\u0308\u0323", "Zürich", "Zu\u0308rich"}

// metas are texts with a special meaning to some programs.
var metas = []string{"'", "\"", "`", "\\", "\\n", "%", "%s", "%d%n", "%20", "&", "&amp;", "<b>", "</", "?", "#", ";", "|", "$", "${x}", "$(x)", "{}", "{0}", "[]", "*", "..", "../x", "/", "//",
	"a/b", ",", ":", "=", "a=b", "--", "-x", "+", "@", "~", "!", "' or '1'='1", "a,b", "a;b", "\"a\"", "'a'", "a\\", "null", "nil", "None", "undefined", "true", "False", "NaN", "END", "OK", "ERROR"}

// numbers are texts that look like numbers, or nearly.
var numbers = []string{"0", "1", "-1", "00", "007", "+1", "1.0", "1.", ".5", "1e3", "1E400", "0x10", "0b1", "1_000", "1,000", " 1", "1 ", "-0", "--1", "NaN", "Infinity", "-Infinity",
	"2147483648", "4294967296", "9007199254740993", "9223372036854775808", "99999999999999999999", "0.1", "1/2", "١٢"}

// controls are characters that end or cut texts in some programs.
var controls = []string{"\x00", "a\x00b", "\t", "a\tb", "\n", "a\nb", "\r\n", "a\r", "\x1b[31m", "\x7f", "\b", "\u2028", "a\x00"}

// text draws a text of a class.
func (g *Generator) text() string {
	switch textClasses[g.pick(g.theme.texts)].name {
	case "constant":
		if len(g.shapes) > 0 && g.random.IntN(2) == 0 {
			if text, ok := g.shaped(); ok {
				return text
			}
		}
		if list := g.constants[texts]; len(list) > 0 {
			return list[g.random.IntN(len(list))].Text()
		}
	case "empty":
		return ""
	case "name":
		return g.name()
	case "padded":
		return g.padded(g.word())
	case "long":
		return g.long()
	case "script":
		return g.one(scripts)
	case "meta":
		return g.one(metas)
	case "number":
		return g.number()
	case "control":
		return g.one(controls)
	}
	return g.word()
}

// number draws a text that looks like a number, or digits with zeros before them: the same number, but another text.
func (g *Generator) number() string {
	if g.random.IntN(3) == 0 {
		return paddedNumber(strconv.Itoa(g.random.IntN(1000)))
	}
	return g.one(numbers)
}

// one draws a text of a list: alone, next to letters, since programs may treat it differently there, or together with others.
func (g *Generator) one(list []string) string {
	s := list[g.random.IntN(len(list))]
	switch g.random.IntN(6) {
	case 0:
		return g.word() + s
	case 1:
		return s + g.word()
	case 2, 3:
		for range 1 + g.random.IntN(4) {
			s += list[g.random.IntN(len(list))]
		}
	}
	return s
}

// word draws a few letters.
func (g *Generator) word() string {
	letters := make([]byte, 1+g.random.IntN(6))
	for i := range letters {
		letters[i] = byte('a' + g.random.IntN(26))
	}
	return string(letters)
}

// name draws a text as people write them: capitals, digits, words with spaces and hyphens between.
func (g *Generator) name() string {
	switch g.random.IntN(5) {
	case 0:
		return title(g.word())
	case 1:
		return strings.ToUpper(g.word())
	case 2:
		return g.word() + strconv.Itoa(g.random.IntN(100))
	case 3:
		return title(g.word()) + " " + title(g.word())
	}
	return g.word() + []string{"-", "_", ".", " ", "  "}[g.random.IntN(5)] + g.word()
}

func title(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// padded adds a space at one end, or at both.
func (g *Generator) padded(s string) string {
	space := []string{" ", " ", "  ", "\t"}[g.random.IntN(4)]
	switch g.random.IntN(4) {
	case 0:
		return space + s
	case 1:
		return space + s + space
	case 2:
		return space
	}
	return s + space
}

// length draws the length of a long text: near a common limit of programs, or a constant of the model.
func (g *Generator) length() int {
	if list := g.constants[integers]; len(list) > 0 && g.random.IntN(2) == 0 {
		if n, small := list[g.random.IntN(len(list))].Small(); small && n > 1 && n < maxRecentText {
			return int(n)
		}
	}
	return lengths[g.random.IntN(len(lengths))] + g.random.IntN(3) - 1
}

// kinds is the list that Kinds returns.
var kinds = []string{"", "a", "B", " a", "a ", "a b", "007", "0", "-1", "1e3", "é", "e\u0301", "😀", "שלום", "'", "\"", "\\", "%s", "<b>", "/", ",", "a\x00b", "a\nb", "\t"}

// Kinds returns texts of different kinds, each of which a program may handle wrongly.
func Kinds() []string { return slices.Clone(kinds) }

// wides are characters of two, three and four bytes.
var wides = []string{"é", "語", "😀"}

// wide draws a text of multibyte characters that has the given length in characters or, for programs that count bytes, in bytes.
func (g *Generator) wide(length int) string {
	c := wides[g.random.IntN(len(wides))]
	if g.random.IntN(2) == 0 {
		return g.repeated("", c, length)
	}
	return g.repeated("aaa"[:length%len(c)], c, length/len(c))
}

// repeated returns a text with a character n times after it. Such texts are parts of one, which is kept.
func (g *Generator) repeated(text, c string, n int) string {
	size := len(text) + n*len(c)
	all := g.repeats[text+c]
	if len(all) < size {
		all = text + strings.Repeat(c, n)
		g.repeats[text+c] = all
	}
	return all[:size]
}

// alike draws a text of the same length in characters, in other characters.
func (g *Generator) alike(s string) string {
	n := utf8.RuneCountInString(s)
	if g.random.IntN(2) == 0 {
		return strings.Repeat(wides[g.random.IntN(len(wides))], n)
	}
	return g.letters(n)
}

// long draws a text around a length, in characters of one byte or of several.
func (g *Generator) long() string {
	n := g.length()
	switch g.random.IntN(6) {
	case 0, 1:
		return g.wide(n)
	case 2:
		return strings.Repeat(g.word()+" ", n/2+1)[:n]
	}
	return g.letters(n)
}

// letters draws a text of n letters: random ones at the beginning and at the end, and a in between.
func (g *Generator) letters(n int) string {
	var ends [9]byte // up to eight at the beginning, and one at the end
	k := min(n, len(ends))
	for i := range k {
		ends[i] = byte('a' + g.random.IntN(26))
	}
	if n <= len(ends) {
		return string(ends[:k])
	}
	return string(ends[:8]) + strings.Repeat("a", n-9) + string(ends[8:])
}

// nearText draws a text that differs in one respect: the end, the case, space, marks.
func (g *Generator) nearText(s string) string {
	if len(s) > maxRecentText {
		s = strings.ToValidUTF8(s[:maxRecentText], "")
	}
	_, last := utf8.DecodeLastRuneInString(s)
	switch g.random.IntN(12) {
	case 0:
		if isNumber(s) && g.random.IntN(2) == 0 {
			return paddedNumber(s)
		}
		return s + " "
	case 1:
		return " " + s
	case 2:
		return strings.ToUpper(s)
	case 3:
		return strings.ToLower(s)
	case 4:
		return swapCase(s)
	case 5:
		return s[:len(s)-last]
	case 6:
		return s[:len(s)-last] + g.word()[:1]
	case 7:
		return s + g.word()[:1]
	case 8:
		return norm.NFD.String(s)
	case 9:
		return norm.NFC.String(s)
	case 10:
		return s + s
	}
	return s + g.one(metas)
}

// isNumber reports whether a text begins with a digit.
func isNumber(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }

// paddedNumber removes the leading zeros of a number, or adds one if it has none: another text, but the same number.
func paddedNumber(s string) string {
	if short := strings.TrimLeft(s, "0"); short != "" && short != s {
		return short
	}
	return "0" + s
}

// swapCase changes the case of the first letter.
func swapCase(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case unicode.IsUpper(r):
		return string(unicode.ToLower(r)) + s[size:]
	case unicode.IsLower(r):
		return string(unicode.ToUpper(r)) + s[size:]
	}
	return s
}

// textClass distinguishes texts by length in bits, and by whether they have spaces, capitals, other characters of ASCII, and others.
func textClass(s string) int {
	out := bits.Len(uint(len(s))) << 4
	for _, r := range s[:min(len(s), 256)] {
		switch {
		case r >= utf8.RuneSelf:
			out |= 1
		case unicode.IsSpace(r):
			out |= 2
		case unicode.IsUpper(r):
			out |= 4
		case !unicode.IsLower(r):
			out |= 8
		}
	}
	return out
}
