// Package protobuf turns services in .proto files into models and mappings: a channel for each method, one for its response, and one for
// its errors.
//
// The file is compiled by protocompile. Only the file itself, the types of google/protobuf and the annotations of google/api/http are
// available; other imports are errors. Messages are those of the JSON form of Protocol Buffers:
//
//   - with annotations of google.api.http, a method is a request of HTTP, as a transcoding proxy such as grpc-gateway understands it;
//   - otherwise a message is one line of JSON with the method and the request, for an adapter in front of the service.
//
// Parts that cannot be expressed are left out and reported, as in package openapi.
package protobuf
