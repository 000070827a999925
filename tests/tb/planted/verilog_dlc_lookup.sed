# block: oaws_dlc
# config: entries3
# side: verilog
# what: the lookup of the load being serviced does not see this cycle's events
# expect: output service_hit
# simulator: none: a load is in the table long before it is done
s/same_load | (|kept)/|serviced/
