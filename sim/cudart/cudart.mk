# The CUDA runtime as a library for programs: one object with all of the simulator in it, in which nothing but the names of
# the API is visible, so that a program may have functions of any other name; C++'s unique symbols, which cannot be hidden, get
# names of ours. Debug information stays out.
cudart_objects := $(call object,$(wildcard sim/cudart/*.c))
cudart_visible := $(addprefix --keep-global-symbol=,'cuda[A-Z]*' '__cuda*' 'cu[A-Z]*')
# What a program is linked with behind the library.
CUDART_LIBS    := $(shell sed -n 's/^LIBRARY("\(.*\)")$$/\1/p' sim/cudart/libraries.def)
$(BUILD)/obj/cudart.o: $(cudart_objects) $(LIBRARIES) $(RTL_LIBRARIES) $(BUILD)/libfst.a sim/cudart/cudart.mk
	$(call say,LD,$@)
	$(quiet)$(CC) -r -nostdlib -o $@.whole -Wl,--force-group-allocation $(filter -Wl%,$(LDLIBS)) $(cudart_objects) $(LIBRARIES) $(RTL_LIBRARIES) $(BUILD)/libfst.a
	$(quiet)nm $@.whole | awk '$$2 == "u" { print $$3, "warplock" $$3 }' > $@.unique
	$(quiet)objcopy --wildcard $(cudart_visible) --redefine-syms=$@.unique --strip-debug $@.whole $@.new && rm $@.whole && mv $@.new $@
$(BUILD)/libwarplock_cudart.a: $(BUILD)/obj/cudart.o
$(BUILD)/libwarplock_cudart.so: $(BUILD)/obj/cudart.o
	$(call say,LINK,$@)
	$(quiet)$(CC) -shared -o $@ $< $(CUDART_LIBS)
