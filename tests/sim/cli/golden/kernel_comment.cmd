run tests/sim/cli/input/comment.txt
