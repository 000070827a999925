# what: whether a load is global is read from the access that failed
# block: bucl_bypass
# expect: input load_global
# system: bucl
s/\.load_global_i(dispatch_global_i)/.load_global_i(fail_global_i)/
