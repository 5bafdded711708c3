package diag

// The codes of tables of externs. A missing table has CodeMissingFile, and one that is not text CodeNotUTF8.
const (
	CodeTableHeader        Code = "table-header"
	CodeTableCells         Code = "table-cells"
	CodeTableQuotes        Code = "table-quotes"
	CodeTableValue         Code = "table-value"
	CodeTableRange         Code = "table-value-out-of-range"
	CodeTableDuplicate     Code = "duplicate-row"
	CodeTableContradiction Code = "contradictory-row"
	CodeTableTooLarge      Code = "table-too-large"
	CodeTableStale         Code = "stale-table"
	CodeTableIgnored       Code = "ignored-column"
)

// TableCodes documents the codes that reading a table may yield. An Example is not a model but a table of
// extern Rate(level: 0..9) -> real. Those that depend on limits or on other files have none.
var TableCodes = []CodeInfo{
	{CodeTableHeader, "The first line does not have the names of the parameters and `result`.",
		"levle,result\n1,2.5\n"},
	{CodeTableCells, "A row has more or fewer cells than the header.",
		"level,result\n1,2,5\n"},
	{CodeTableQuotes, "A quoted cell is not closed, or text follows its closing quote.",
		"level,result\n\"1,2.5\n"},
	{CodeTableValue, "A cell does not hold a value of its column's type.",
		"level,result\n1,high\n"},
	{CodeTableRange, "A cell holds a number that its column's type does not have.",
		"level,result\n10,2.5\n"},
	{CodeTableDuplicate, "A row is there twice; it is kept once.",
		"level,result\n1,2.5\n1,2.50\n"},
	{CodeTableContradiction, "Two rows give different results for the same arguments.",
		"level,result\n1,2.5\n1,2.6\n"},
	{CodeTableTooLarge, "The file has more bytes or rows than a table may have.",
		""},
	{CodeTableStale, "The runner changed since the rows were recorded.",
		""},
	{CodeTableIgnored, "A column of an imported file is not one of the extern's and is left out.",
		""},
}
