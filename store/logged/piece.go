package logged

import (
	"errors"

	"voxtide/engine"
)

// A batch may be larger than an entry: then it is cut into pieces, each an entry. The first byte of an entry's data says whether the batch ends
// with it. A batch counts once its last piece is there; where a claim begins behind other pieces, the batch never comes.
const (
	pieceLast = 0
	pieceMore = 1
)

// pieceMax is the most bytes of a batch in one entry.
const pieceMax = engine.DataMax - 1

var errPiece = errors.New("logged: a piece of a batch out of its form")

// cut calls f with the data of the entries for an encoded batch.
func cut(encoded []byte, f func(data []byte)) {
	for {
		n := min(len(encoded), pieceMax)
		data := make([]byte, 1, 1+n)
		if n < len(encoded) {
			data[0] = pieceMore
		}
		f(append(data, encoded[:n]...))
		if encoded = encoded[n:]; len(encoded) == 0 {
			return
		}
	}
}

// readPiece returns the part of a batch in an entry, and whether it is the last one.
func readPiece(data []byte) (last bool, part []byte, err error) {
	if len(data) < 1 || data[0] > pieceMore {
		return false, nil, errPiece
	}
	return data[0] == pieceLast, data[1:], nil
}
