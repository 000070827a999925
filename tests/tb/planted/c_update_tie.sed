# block: bucl_update
# config: sms15_p12
# side: c
# what: of SMs with as many instructions the higher one
# expect: register tucd
# simulator: none: no two SMs of these kernels have the most thread instructions
s/if (most\[sm + step\] > most\[sm\])/if (most[sm + step] >= most[sm])/
