# SPDX-License-Identifier: BSD-3-Clause
# The release: a tarball of this tree, and Debian packages of the tarball (docs/install.md). Part of the Makefile, whose
# variables it uses.
CHANGELOG   ?= docs/CHANGELOG.md
# Who has made the packages; put yourself here.
MAINTAINER  ?= The warplock authors <warplock@example.org>
DEB_PACKAGES := dpkg-dev debhelper lintian
# What Debian's build machines have anyway may not be asked for.
deb_build_packages := $(filter-out gcc g++ libc6-dev,$(BUILD_PACKAGES))
.PHONY: dist deb
dist: ## a release, build/warplock-VERSION.tar.gz: builds and passes its tests without git; the same bytes every time
	@mkdir -p $(BUILD)
	@CHANGELOG=$(call quoted,$(CHANGELOG)) MAINTAINER=$(call quoted,$(MAINTAINER)) PACKAGES='$(deb_build_packages)' sh .ci/dist $(VERSION) $(BUILD)
deb: dist ## Debian packages of the release into build/deb, and what lintian says of them; minutes (MAINTAINER="Name <address>")
	@sh .ci/install $(BUILD_PACKAGES) $(DEB_PACKAGES)
	@env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL sh .ci/deb $(VERSION) $(BUILD)
