// Package voxtide is the root of the module and holds no code of its own: the programs are in cmd, the floors they
// stand on are in arch_test.go, which fails with the reason when an import climbs or an impurity enters the core.
package voxtide
