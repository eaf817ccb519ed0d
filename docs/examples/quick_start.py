"""Read a bidding zone, preview a control, issue it once, and follow it. Standard library only.

    CURTAIL_URL=http://127.0.0.1:3001 CURTAIL_KEY=ck_… python3 quick_start.py
"""

import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

URL = os.environ["CURTAIL_URL"].rstrip("/")
KEY = os.environ["CURTAIL_KEY"]
ATTEMPTS = 5


class Problem(Exception):
    """What the service refused: `status`, `code` and `errors` say why."""

    def __init__(self, status, body):
        super().__init__(f"{status} {body.get('title')}: {body.get('detail')}")
        self.status = status
        self.code = body.get("code")
        self.errors = body.get("errors", [])
        self.request_id = body.get("request_id")


def call(method, path, body=None, query=None):
    """Sends a request. A change has one Idempotency-Key for all its attempts, so it happens once."""
    headers = {"X-API-Key": KEY}
    if method != "GET":
        headers["Idempotency-Key"] = str(uuid.uuid4())
    data = None
    if body is not None:
        headers["Content-Type"] = "application/json"
        data = json.dumps(body).encode()
    url = URL + path + ("?" + urllib.parse.urlencode(query) if query else "")
    for attempt in range(1, ATTEMPTS + 1):
        wait = 2 ** (attempt - 2)
        request = urllib.request.Request(url, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            try:
                problem = json.load(error)
            except ValueError:
                problem = {"title": error.reason, "detail": "not an answer of the service"}
            busy = error.code in (429, 502, 503, 504)
            running = problem.get("code") == "idempotency-key-running"
            if not (busy or running) or attempt == ATTEMPTS:
                raise Problem(error.code, problem) from None
            wait = max(wait, float(error.headers.get("Retry-After", 0)))
        except urllib.error.URLError:
            if attempt == ATTEMPTS:
                raise
        time.sleep(wait)


def main():
    history = call("GET", "/v1/bidding-zones/NL/historical")["data"]
    print(f"{len(history)} quarter-hours of the bidding zone NL")

    order = {"type": "ZERO_EXPORT"}
    preview = call("POST", "/v1/bidding-zones/NL/control/preview", order)
    change = sum(result["delta"] for result in preview["results"])
    print(f"A control would address {preview['devices']} devices and change {change:.3f} kW")

    control = call("POST", "/v1/bidding-zones/NL/control", order)
    detail = call("GET", "/v1/controls/" + urllib.parse.quote(control["id"], safe=""))
    print(f"Issued {detail['id']}, which is {detail['state']} until {detail['effective_to']}")


if __name__ == "__main__":
    try:
        main()
    except Problem as problem:
        sys.exit(str(problem))
