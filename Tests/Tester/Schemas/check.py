"""Judges documents by JSON schemas: check.py SCHEMA DOCUMENTS; a document a line, "yes" or "no" and why for each."""
import json
import sys

import jsonschema

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft7Validator.check_schema(schema)
validator = jsonschema.Draft7Validator(schema)
with open(sys.argv[2], encoding="utf-8") as file:
    for line in file:
        error = next(validator.iter_errors(json.loads(line)), None)
        print("yes" if error is None else "no " + str(error.message).replace("\n", " ")[:200])
