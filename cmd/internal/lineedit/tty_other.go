//go:build !unix

package lineedit

import "os"

func foreground(*os.File) bool { return true }

func onResize(func()) (stop func()) { return func() {} }
