#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# update.sh: makes echarts.js anew from the packages as npm has them, of these versions: what entry.js names of Apache
# ECharts and nothing else, half of the published file. For whoever changes a version or entry.js; neither the build nor a
# test runs it. It needs npm and node.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here/entry.js" "$work/"
cd "$work"
npm install --no-audit --no-fund --silent echarts@6.1.0 zrender@6.1.0 tslib@2.3.0 esbuild@0.28.2
npx esbuild entry.js --bundle --minify --format=iife --global-name=echarts --target=es2018 --legal-comments=eof \
    --line-limit=500 --log-level=warning --outfile=echarts.js
cp echarts.js "$here/"
cp node_modules/echarts/LICENSE node_modules/echarts/NOTICE "$here/"
cp node_modules/echarts/licenses/LICENSE-d3 "$here/LICENSE-d3"
cp node_modules/zrender/LICENSE "$here/LICENSE-zrender"
