# what: whether a load is global is read from the access that failed
# block: bucl_bypass
# expect: input load_global
# source: system_bucl
# system: bucl
s/load_global_i.write(dispatch_global_i.read())/load_global_i.write(fail_global_i.read())/
