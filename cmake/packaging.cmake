# `cpack -G DEB` in a build folder makes motley_VERSION_amd64.deb: what `cmake --install` makes, below /usr. It needs no other file
# to train, so LibTorch is in it.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME motley)
set(CPACK_PACKAGE_CONTACT "Motley's authors <motley@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_THREADS 0)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE zstd)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS python3) # by which CUDA's libraries are fetched
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA "${CMAKE_SOURCE_DIR}/cmake/debian/postrm")
# What it depends on is known once it is built.
set(CPACK_PROJECT_CONFIG_FILE "${CMAKE_SOURCE_DIR}/cmake/debian/depends.cmake")
set(CPACK_MOTLEY_BUILD "${CMAKE_BINARY_DIR}")
include(CPack)
