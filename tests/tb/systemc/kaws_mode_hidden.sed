# what: the mode does not leave the front end
# block: front_end
# expect: output progress_mode
# source: system_kaws
# system: kaws
s/progress_mode_o.write(progress.mode_o.read())/progress_mode_o.write(false)/
