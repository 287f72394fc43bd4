package server

type narrow struct{ a, b, c int }

type wide struct { // want "26 fields in server.wide"
	a, b, c, d, e, f, g, h, i, j, k, l, m int
	n, o, p, q, r, s, t, u, v, w, x, y, z int
}
