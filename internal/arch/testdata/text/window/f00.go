// Package window has a file too many.
package window // want "31 files in folder window"
