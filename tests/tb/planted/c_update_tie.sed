# block: bucl_update
# config: sms15_p12
# side: c
# what: of SMs with as many instructions the higher one
# expect: register tucd
# simulator: none: no system has this block yet
s/if (most\[sm + step\] > most\[sm\])/if (most[sm + step] >= most[sm])/
