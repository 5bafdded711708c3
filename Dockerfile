# sextant with its solver and Graphviz, from the packages of Debian.
#
#   docker build -t sextant .
#   docker run --rm -v "$PWD:/work" sextant explore examples/light/light.sxt
#   docker run --rm -v "$PWD:/work" -p 7357:7357 sextant serve --listen 0.0.0.0:7357
FROM golang:1.26-trixie AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG VERSION=0.1.0-dev
RUN CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -X main.version=${VERSION}" -o /sextant ./cmd/sextant

FROM debian:trixie-slim
RUN apt-get update \
	&& apt-get install -y --no-install-recommends ca-certificates graphviz z3 \
	&& rm -rf /var/lib/apt/lists/* \
	&& useradd --create-home --uid 1000 sextant
COPY --from=build /sextant /usr/local/bin/sextant
USER sextant
WORKDIR /work
RUN ["/usr/local/bin/sextant", "doctor"]
EXPOSE 7357
ENTRYPOINT ["/usr/local/bin/sextant"]
CMD ["--help"]
