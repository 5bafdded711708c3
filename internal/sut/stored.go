package sut

import (
	"encoding/json"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/value"
)

// Stored is a message as it stands in files: the name of the channel, and each value of the payload as JSON.
type Stored struct {
	Channel string            `json:"channel"`
	Payload []json.RawMessage `json:"payload"`
}

// Store turns a message into its stored form.
func Store(m Message) (Stored, error) {
	payload, err := value.JSON(m.Channel.Payload, m.Values)
	return Stored{Channel: m.Channel.Name, Payload: payload}, err
}

// Message checks a stored message against the channels of a model that have a direction.
func (m Stored) Message(s *sts.System, direction sts.Direction) (Message, error) {
	payload := make([]any, len(m.Payload))
	for i, text := range m.Payload {
		data, err := value.ReadJSON(text)
		if err != nil {
			return Message{}, fmt.Errorf("value %d of %s: %w", i+1, m.Channel, err)
		}
		payload[i] = data
	}
	return NewMessage(s, direction, m.Channel, payload)
}
