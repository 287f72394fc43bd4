//go:build linux

package sim // want "a //go:build line"
