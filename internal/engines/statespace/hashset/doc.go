// Package hashset has sets of records of one size, numbered in the order in which they were added: the states of a search, which are looked up
// by their content and read again in their order.
//
// The records lie in blocks, one after the other. A table with open addressing finds them: an entry is five bytes, four of the number of the
// record and one of its hash, which keeps nearly all look-ups from comparing with a record that is another one. The table grows by half when it is
// four fifths full, and is then rebuilt from the records, so that no hash is stored and two tables never exist at once.
//
// With a limit of memory, the oldest blocks go to a temporary file when the limit is met. The file is removed from its directory as soon as
// it is made, so that nothing is left of it however the program ends. A record in it is read again when its hash is met.
package hashset
