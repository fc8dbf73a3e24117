#!/bin/sh
# Every picture as SVG and as HTML is well-formed XML: svg.sh TEST_VIEWS KEYS…
set -eu
views=$1
shift
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$views" "$dir" --svg "$dir" "$@"
xmllint --noout "$dir"/*.svg "$dir"/*.htm
