// Package core looks at compiled systems for tests: Text prints one, and Validate checks what analyses take for granted.
package core
