package result

// ConsentKind is a kind of what a model may do only with the consent of the user.
type ConsentKind string

// The kinds, as they are written in flags, in SEXTANT_ALLOW and in the trust file.
const (
	ConsentExec  ConsentKind = "exec"  // run a program
	ConsentNet   ConsentKind = "net"   // send data to a server
	ConsentFiles ConsentKind = "files" // use a file outside of the folder of the model
)

// TrustFormat is the format of the trust file.
const TrustFormat = "sextant-trust-1"

// TrustFile is the content of the trust file.
type TrustFile struct {
	Format string  `json:"format"`
	Grants []Grant `json:"grants"`
}

// Grant is a request that the user allowed for a folder. It holds as long as the request is the same and the programs that it names
// have the same content.
type Grant struct {
	Folder string      `json:"folder"`
	Kind   ConsentKind `json:"kind"`
	What   string      `json:"what"`
	Digest string      `json:"digest"`
}

// Trust is the result of the command trust.
type Trust struct {
	Head
	Folder   string    `json:"folder"`
	File     string    `json:"file"`    // the trust file
	Changed  bool      `json:"changed"` // the trust file was changed
	Requests []Request `json:"requests"`
}

// Request is something that a model may do only with the consent of the user.
type Request struct {
	Kind    ConsentKind `json:"kind"`
	What    string      `json:"what"` // the command, the address or the path
	From    string      `json:"from"` // the part of the model that asks
	File    string      `json:"file"`
	Line    int         `json:"line"`
	Column  int         `json:"column"`
	Granted bool        `json:"granted"`
}
