// Package hashset has sets of records of one size, numbered in the order in which they were added: the states of a search, which are looked up
// by their content and read again in their order.
//
// The records lie in blocks, one after the other. A table with open addressing finds them: an entry is five bytes, four of the number of the
// record and one of its hash, so that almost no look-up compares with another record. The table grows by half when it is four fifths full, and is
// then rebuilt from the records, so that no hash is stored and two tables never exist at once.
//
// With a limit of memory, the oldest blocks are written to a temporary file when the limit is reached. The file is removed from its
// directory as soon as it is created, so that nothing is left of it however the program ends. A record in the file is read again when a
// look-up has its hash.
package hashset
