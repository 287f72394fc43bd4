package ui // want "no package comment"
