"""What was found of each terminal."""
from dataclasses import dataclass, field


@dataclass
class Result:
    terminal: str
    theme: str
    facts: dict = field(default_factory=dict)
    faults: list = field(default_factory=list)

    def expect(self, condition, fault):
        if not condition:
            self.faults.append(fault)


def table(results):
    columns = [
        "colours", "protocol", "ground", "first frame", "copy", "sharp", "PSNR", "sharp (smaller)", "PSNR (smaller)"]
    rows = [["terminal", "theme", *columns, "faults"]]
    for result in results:
        facts = [result.facts.get(column, "–") for column in columns]
        rows.append([result.terminal, result.theme, *facts, str(len(result.faults))])
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    for index, row in enumerate(rows):
        print("| " + " | ".join(text.ljust(width) for text, width in zip(row, widths)) + " |")
        if index == 0:
            print("| " + " | ".join("-" * width for width in widths) + " |")
