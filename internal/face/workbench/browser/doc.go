// Package browser has the tests of the workbench in a real browser: the program is built, "sextant serve" runs in a project with copies
// of the examples, and Chromium opens its pages. Where no Chromium is found, the tests are skipped with a message.
package browser
