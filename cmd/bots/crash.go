package main

import (
	"context"
	"io"
)

// crashCmd kills a server again and again.
type crashCmd struct{}

func (c *crashCmd) run(ctx context.Context, stdout, stderr io.Writer) int { return 0 }
