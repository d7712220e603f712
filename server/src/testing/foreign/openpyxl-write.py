"""Writes the tables of tables.json as a workbook of openpyxl, as scripts of offices write them.

usage: openpyxl-write.py <tables.json> <out.xlsx> [1904]
"""

import json
import sys
from datetime import date, datetime

from openpyxl import Workbook
from openpyxl.comments import Comment
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter
from openpyxl.utils.datetime import CALENDAR_MAC_1904

tables, out, *mode = sys.argv[1:]
is_1904 = mode == ["1904"]
book = Workbook()
book.remove(book.active)
if is_1904:
    book.epoch = CALENDAR_MAC_1904

for table in json.load(open(tables, encoding="utf-8")):
    sheet = book.create_sheet(table["name"])
    line = 0
    if "title" in table:
        line += 1
        sheet.cell(line, 1, table["title"]).font = Font(bold=True)
        sheet.merge_cells(start_row=1, start_column=1, end_row=1, end_column=len(table["heading"]))
    line += 1
    first = line
    for at, title in enumerate(table["heading"], 1):
        cell = sheet.cell(line, at, title)
        cell.alignment = Alignment(wrap_text=True)
    sheet.cell(line, 1).comment = Comment("必填", "财务")
    for row in table["rows"]:
        line += 1
        for at, told in enumerate(row, 1):
            if told is None or told == "":
                continue
            cell = sheet.cell(line, at)
            if isinstance(told, str):
                # openpyxl would take it for a formula.
                cell.value = told
                cell.data_type = "s"
            elif "d" in told:
                text = told["d"]
                cell.value = datetime.fromisoformat(text) if "T" in text else date.fromisoformat(text)
            elif "formula" in told:
                # openpyxl calculates nothing: a workbook of its own has the value.
                cell.value = told["v"] if is_1904 else "=" + told["formula"]
            else:
                cell.value = told["n"]
            if isinstance(told, dict) and "f" in told:
                cell.number_format = told["f"]
    sheet.auto_filter.ref = f"A{first}:{get_column_letter(len(table['heading']))}{line}"
    sheet.freeze_panes = f"A{first + 1}"
    # The second row is filtered out, and the second column is hidden: both are part of the table all the same.
    sheet.row_dimensions[first + 2].hidden = True
    sheet.column_dimensions["B"].hidden = True
book.save(out)
