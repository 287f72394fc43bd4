// Package client tells whether a word is wanted. // want "reports whether"
package client

const text = "whoever comes" // want "name who"

// free reports whether a block is free. It is no more than a sample.
func free() bool { return true }

// gone says that it is no more. // want "no longer"
func gone() {}
