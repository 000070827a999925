run tests/sim/cli/input/services.json --machine oaws --policy gto,oaws-dyn --json 2>/dev/null | grep -c -e "\"verified\": true" -e "abc"
