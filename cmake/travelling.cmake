# The engine goes to machines that have a C and a C++ library and nothing else, so what it needs besides LibTorch is
# linked into it.
find_package(Threads REQUIRED)
find_library(MOTLEY_STATIC_CRYPTO libcrypto.a DOC "OpenSSL's libcrypto as an archive (Debian: libssl-dev)" REQUIRED)
find_library(MOTLEY_STATIC_ZLIB libz.a DOC "zlib as an archive (Debian: zlib1g-dev)" REQUIRED)
add_library(travelling::crypto STATIC IMPORTED)
set_target_properties(travelling::crypto PROPERTIES IMPORTED_LOCATION "${MOTLEY_STATIC_CRYPTO}")
target_link_libraries(travelling::crypto INTERFACE Threads::Threads ${CMAKE_DL_LIBS})
add_library(travelling::zlib STATIC IMPORTED)
set_target_properties(travelling::zlib PROPERTIES IMPORTED_LOCATION "${MOTLEY_STATIC_ZLIB}")
