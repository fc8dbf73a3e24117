#!/usr/bin/env python3
"""Writes a text file as a C header with one string constant.

usage: embed.py INPUT NAME OUTPUT
"""
import sys

source, name, target = sys.argv[1:]
with open(source, encoding="utf-8") as f:
    lines = f.read().splitlines()
with open(target, "w", encoding="utf-8") as f:
    f.write(f"static const char {name}[] =\n")
    for line in lines:
        text = line.replace("\\", "\\\\").replace('"', '\\"')
        f.write(f'  "{text}\\n"\n')
    f.write("  ;\n")
