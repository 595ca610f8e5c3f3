"""Reads batches of CloudEvents, one a line, with the reference SDK, and prints each event's id, type, source, key and index.

The SDK has no call for a batch: each of its elements is one event in structured mode.
"""

import json
import sys

from cloudevents.core.bindings import http

with open(sys.argv[1], "rb") as file:
    events = [event for line in file for event in json.loads(line)]
for element in events:
    message = http.HTTPMessage(
        {"content-type": "application/cloudevents+json"}, json.dumps(element).encode()
    )
    event = http.from_structured_event(message)
    if event.get_specversion() != "1.0" or event.get_time() is None:
        sys.exit(f"not an event of 1.0 with a time: {element}")
    data = event.get_data()
    key = "popupKey" if event.get_type().startswith("foyer.popup") else "bannerKey"
    print(event.get_id(), event.get_type(), event.get_source(), data[key], data.get("index"))
