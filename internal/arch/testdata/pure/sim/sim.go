package sim

import "fmt"

func plain() string { return fmt.Sprint(1) }

func starts() { go plain() } // want "a go statement"

func selects() { select {} } // want "a select statement"

type pipe chan int // want "a channel"

func receives(p pipe) int { return <-p } // want "a receive"

func sends(p pipe) { p <- 1 } // want "a send"

func prints() { fmt.Println() } // want "fmt.Println"

func traces() { println() } // want "println"

type printer struct{}

func (printer) Println() {}

func ownMethod(p printer) { p.Println() }
