# SPDX-License-Identifier: BSD-3-Clause
# Of a recording's sm.txt what requests.awk says of a trace: the accesses that the LD/ST unit took each instruction of a warp
# for, by its number in the warp. Shared and local memory are left out.
$2 == "cta" { for (w = 0; w < $6; w++) { cta[$5 + w] = $4; in_cta[$5 + w] = w; issued[$5 + w] = 0 } }
$2 == "issue" {
    age = $3; warp = $5
    number[age] = cta[warp] " " in_cta[warp] " " ++issued[warp]
    for (i = 6; i <= NF && $i != "charge"; i++) ;
    space = $(i + 2)
    wanted[age] = space == "global"
}
$2 == "accept" && wanted[$3] && NF > 3 { text = number[$3]; for (i = 4; i <= NF; i++) text = text " " $i; print text }
