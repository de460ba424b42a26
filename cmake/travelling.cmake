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

# Only the parts of HDF5 that are used come along: its reader of Amazon's S3, for which the shared library drags curl and
# Kerberos, stays behind. libsz and libaec undo one of its compressions.
find_path(MOTLEY_HDF5_INCLUDE hdf5.h PATH_SUFFIXES hdf5/serial DOC "Headers of HDF5 (Debian: libhdf5-dev)" REQUIRED)
find_library(MOTLEY_STATIC_HDF5 libhdf5.a libhdf5_serial.a PATH_SUFFIXES hdf5/serial DOC "HDF5 as an archive" REQUIRED)
find_library(MOTLEY_STATIC_SZ libsz.a DOC "libsz as an archive (Debian: libaec-dev)" REQUIRED)
find_library(MOTLEY_STATIC_AEC libaec.a DOC "libaec as an archive (Debian: libaec-dev)" REQUIRED)
add_library(travelling::hdf5 STATIC IMPORTED)
set_target_properties(travelling::hdf5 PROPERTIES IMPORTED_LOCATION "${MOTLEY_STATIC_HDF5}"
    INTERFACE_INCLUDE_DIRECTORIES "${MOTLEY_HDF5_INCLUDE}")
target_link_libraries(travelling::hdf5 INTERFACE
    "${MOTLEY_STATIC_SZ}" "${MOTLEY_STATIC_AEC}" travelling::zlib Threads::Threads ${CMAKE_DL_LIBS} m)

find_path(MOTLEY_JPEG_INCLUDE jpeglib.h DOC "Headers of libjpeg-turbo (Debian: libjpeg62-turbo-dev)" REQUIRED)
find_library(MOTLEY_STATIC_JPEG libjpeg.a DOC "libjpeg-turbo as an archive" REQUIRED)
add_library(travelling::jpeg STATIC IMPORTED)
set_target_properties(travelling::jpeg PROPERTIES IMPORTED_LOCATION "${MOTLEY_STATIC_JPEG}"
    INTERFACE_INCLUDE_DIRECTORIES "${MOTLEY_JPEG_INCLUDE}")
find_path(MOTLEY_PNG_INCLUDE png.h DOC "Headers of libpng (Debian: libpng-dev)" REQUIRED)
find_library(MOTLEY_STATIC_PNG libpng16.a DOC "libpng as an archive" REQUIRED)
add_library(travelling::png STATIC IMPORTED)
set_target_properties(travelling::png PROPERTIES IMPORTED_LOCATION "${MOTLEY_STATIC_PNG}"
    INTERFACE_INCLUDE_DIRECTORIES "${MOTLEY_PNG_INCLUDE}")
target_link_libraries(travelling::png INTERFACE travelling::zlib m)

find_path(MOTLEY_UTF8PROC_INCLUDE utf8proc.h REQUIRED)
find_library(MOTLEY_STATIC_UTF8PROC libutf8proc.a DOC "utf8proc as an archive (Debian: libutf8proc-dev)" REQUIRED)
add_library(travelling::utf8proc STATIC IMPORTED)
set_target_properties(travelling::utf8proc PROPERTIES IMPORTED_LOCATION "${MOTLEY_STATIC_UTF8PROC}"
    INTERFACE_INCLUDE_DIRECTORIES "${MOTLEY_UTF8PROC_INCLUDE}" INTERFACE_COMPILE_DEFINITIONS UTF8PROC_STATIC)

# SentencePiece exists as shared libraries only, of 3 MB together: they travel beside the engine.
find_path(MOTLEY_SENTENCEPIECE_INCLUDE sentencepiece_trainer.h DOC "Debian: libsentencepiece-dev" REQUIRED)
find_library(MOTLEY_SENTENCEPIECE sentencepiece REQUIRED)
find_library(MOTLEY_SENTENCEPIECE_TRAIN sentencepiece_train REQUIRED)
add_library(travelling_sentencepiece INTERFACE)
target_include_directories(travelling_sentencepiece SYSTEM INTERFACE "${MOTLEY_SENTENCEPIECE_INCLUDE}")
target_link_libraries(travelling_sentencepiece INTERFACE "${MOTLEY_SENTENCEPIECE_TRAIN}" "${MOTLEY_SENTENCEPIECE}")
add_library(travelling::sentencepiece ALIAS travelling_sentencepiece)
