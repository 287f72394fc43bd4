package main

import "testing"

// TestWithPorts: an address without a port gets the default port.
func TestWithPorts(t *testing.T) {
	for in, want := range map[string]string{
		"play.example.org": "play.example.org:7400", "192.0.2.7": "192.0.2.7:7400", "host:7401": "host:7401", "[::1]:99": "[::1]:99", "::1": "[::1]:7400", "[::1]": "[::1]:7400",
		"one.example, two.example:7401": "one.example:7400,two.example:7401",
	} {
		if got := withPorts(in); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}
