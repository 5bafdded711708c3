"""INTGR of the microgrid as a web server for this machine only: python3 grid_server.py PORT (0 takes a free one)."""
import http.server
import json
import math
import sys


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if question["function"] == "INTGR":
            a, b = question["args"][0]
            answer = {"result": math.floor(1.068 * a + 1.007 * b)}
        else:
            answer = {"error": "no function " + question["function"]}
        body = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler)
print(f"http://127.0.0.1:{server.server_port}/", flush=True)
try:
    server.serve_forever()
except KeyboardInterrupt:
    pass
