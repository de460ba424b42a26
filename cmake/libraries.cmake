# What the engine needs besides LibTorch. The engine that travels (preset release-engine) goes to machines that have a C and
# a C++ library and nothing else, so there all of it is linked in, from the archives of its root; elsewhere the system's
# shared libraries do.
find_package(Threads REQUIRED)
if(CMAKE_SYSROOT)
    set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
endif()

# motley_find_library(png png.h NAMES png16 NEEDS library::z): library::png, and what it needs where it is an archive.
function(motley_find_library name header)
    cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "NAMES;SUFFIXES;NEEDS")
    string(TOUPPER ${name} upper)
    find_path(MOTLEY_${upper}_INCLUDE ${header} PATH_SUFFIXES ${arg_SUFFIXES} REQUIRED)
    find_library(MOTLEY_${upper}_LIBRARY NAMES ${name} ${arg_NAMES} PATH_SUFFIXES ${arg_SUFFIXES} REQUIRED)
    # As a library, not as a file among others: so CMake knows what must stand behind it when archives are linked.
    add_library(library::${name} UNKNOWN IMPORTED)
    set_target_properties(library::${name} PROPERTIES IMPORTED_LOCATION "${MOTLEY_${upper}_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${MOTLEY_${upper}_INCLUDE}" INTERFACE_LINK_LIBRARIES "${arg_NEEDS}")
endfunction()

motley_find_library(crypto openssl/evp.h NEEDS Threads::Threads ${CMAKE_DL_LIBS})
motley_find_library(z zlib.h)
motley_find_library(aec libaec.h)
motley_find_library(sz szlib.h NEEDS library::aec)
# Of the archive only the parts that are used come along: HDF5's reader of Amazon's S3, which drags curl, stays behind.
motley_find_library(hdf5 hdf5.h NAMES hdf5_serial SUFFIXES hdf5/serial
    NEEDS library::sz library::z Threads::Threads ${CMAKE_DL_LIBS} m)
motley_find_library(jpeg jpeglib.h)
motley_find_library(png png.h NAMES png16 NEEDS library::z m)
motley_find_library(utf8proc utf8proc.h)
motley_find_library(sentencepiece sentencepiece_processor.h)
motley_find_library(sentencepiece_train sentencepiece_trainer.h NEEDS library::sentencepiece)
