// Package story stands on the row of netlab.
package story
