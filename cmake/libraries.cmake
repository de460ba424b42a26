# The libraries that the engine needs besides LibTorch. The engine that travels (preset release-engine) goes to machines that may
# have no library but a C and a C++ one, so it links these libraries statically, from the archives of its root. Other presets use
# the system's shared libraries.
find_package(Threads REQUIRED)
if(CMAKE_SYSROOT)
    set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
endif()

# motley_find_library(png png.h NAMES png16 NEEDS library::z): makes library::png. NEEDS: what its archive must be linked with.
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
motley_find_library(ssl openssl/ssl.h NEEDS library::crypto)
motley_find_library(z zlib.h)
motley_find_library(aec libaec.h)
motley_find_library(sz szlib.h NEEDS library::aec)
# Only the parts of the archive that are used are linked, so HDF5's reader for Amazon S3, which needs curl, is left out.
motley_find_library(hdf5 hdf5.h NAMES hdf5_serial SUFFIXES hdf5/serial
    NEEDS library::sz library::z Threads::Threads ${CMAKE_DL_LIBS} m)
motley_find_library(jpeg jpeglib.h)
motley_find_library(png png.h NAMES png16 NEEDS library::z m)
motley_find_library(utf8proc utf8proc.h)

# Every preset links SentencePiece and PCRE2 from the archives of the engine's root and hides their symbols. A shared
# SentencePiece and LibTorch both have FLAGS_minloglevel, of unlike sizes, and whichever the loader finds second writes over
# memory of the first; an older PCRE2 would cut texts by an older Unicode.
if(CMAKE_SYSROOT)
    set(root "${CMAKE_SYSROOT}")
else()
    execute_process(COMMAND "${CMAKE_CURRENT_LIST_DIR}/make-sysroot" OUTPUT_VARIABLE root
        OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
endif()
foreach(name sentencepiece sentencepiece_train pcre2-8)
    string(REGEX REPLACE "[-_].*" "" headers ${name})
    add_library(library::${name} STATIC IMPORTED)
    set_target_properties(library::${name} PROPERTIES
        IMPORTED_LOCATION "${root}/usr/lib/x86_64-linux-gnu/lib${name}.a"
        INTERFACE_INCLUDE_DIRECTORIES "${root}/usr/include/${headers}")
    add_link_options("LINKER:--exclude-libs,lib${name}.a")
endforeach()
target_link_libraries(library::sentencepiece_train INTERFACE library::sentencepiece)
