// Package voxtide is the root of the module and holds no code of its own: the programs are in cmd, the floors that they
// stand on are in internal/arch, which fails with the reason when an import climbs or an impurity enters the core.
package voxtide
