package carrier

import (
	"errors"
	"io"

	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/sut/frame"
)

// framed carries messages over a stream of bytes; it does not implement how the carrier ends.
type framed struct {
	from   io.Reader
	to     io.Writer
	format frame.Format
}

// read passes on messages until there are no more or the receiver stops.
func (f *framed) read(s *Stream) {
	splitter := frame.NewSplitter(f.format, f.from)
	for {
		message, whole, err := splitter.Next()
		if err != nil {
			s.pass(refused(splitter.Held(), err))
			return
		}
		if whole {
			s.setHalf(len(splitter.Held()) > 0)
			if !s.pass(Arrival{Text: message}) {
				return
			}
			continue
		}
		s.setHalf(len(splitter.Held()) > 0)
		if err := splitter.Read(); err != nil {
			if errors.Is(splitter.Ended(err), frame.ErrHalf) {
				s.pass(Arrival{Text: splitter.Held(), err: errHalf})
			}
			return
		}
	}
}

// refused returns the arrival for bytes that are not a message.
func refused(held []byte, err error) Arrival {
	if long := (*frame.TooLong)(nil); errors.As(err, &long) {
		return Arrival{Text: held, err: errLong}
	}
	return Arrival{Text: held, err: &sut.ErrSystem{Reason: "the system under test broke the frame of its messages: " + err.Error()}}
}

func (f *framed) write(text []byte) error {
	encoded, err := f.format.Encode(text)
	if err == nil {
		_, err = f.to.Write(encoded)
	}
	return err
}
