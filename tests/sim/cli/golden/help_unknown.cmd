help blady
