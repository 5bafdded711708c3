package runner

import (
	"errors"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/value"
)

// wrongAnswer is the error for a result that is not of the declared type.
func wrongAnswer(err error) error {
	if m := (*value.Mismatch)(nil); errors.As(err, &m) && m.Path != "" {
		return fmt.Errorf("wrong answer %w", err)
	}
	return fmt.Errorf("wrong answer: %w", err)
}
