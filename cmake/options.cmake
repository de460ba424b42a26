# Compiler settings that every target shares.
option(MOTLEY_APP "Build the app and the tests that need Qt; OFF builds the engine alone" ON)
option(MOTLEY_WERROR "Treat warnings as errors (CI does)" OFF)
option(MOTLEY_UNITY "Compile a folder's files eight at a time: from nothing in half the time, after a change in more" OFF)
option(MOTLEY_FUZZ "Build the fuzzers of tests/fuzz; needs clang" OFF)
set(MOTLEY_SANITIZE "" CACHE STRING "Sanitizers for every target: address, undefined, thread, or a list such as address,undefined")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
# The computation that takes time is LibTorch's; -O3 would only make the build a tenth longer.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
# Programs and libraries are compiled with the same options, so that one precompiled header serves both.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_COMPILE_OPTIONS_PIE ${CMAKE_CXX_COMPILE_OPTIONS_PIC})

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # CCACHE_SLOPPINESS: without these two words ccache refuses every file that uses a precompiled header. CCACHE_DEPEND: ccache
    # takes the included files from the compiler, as preprocessing once more would cost a third of the time.
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_DEPEND=1 CCACHE_SLOPPINESS=pch_defines,time_macros
        CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${CCACHE_PROGRAM})
endif()

# The compiler that LibTorch was built with leaves template constraints out of mangled names; clang has them since version 18.
if(CMAKE_CXX_COMPILER_ID STREQUAL Clang AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 18)
    add_compile_options(-fclang-abi-compat=17)
endif()
add_compile_options(-Wall -Wextra -Wpedantic -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-qual)
# What {.name = value} leaves out is what its type makes it. -Wextra complains of that since clang 19.
if(CMAKE_CXX_COMPILER_ID STREQUAL Clang AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 19)
    add_compile_options(-Wno-missing-designated-field-initializers)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # g++ 12 warns of overlapping copies in plain std::string concatenation (GCC bug 105651), and 12 and 14 of members that
    # might not be set, of alternatives of a std::variant that it does not hold. The sanitizers watch over both.
    add_compile_options(-Wno-restrict -Wno-maybe-uninitialized -fpch-preprocess)
    # It takes files that are compiled together for headers, warns of what they keep to themselves, and g++ 14 crashes.
    set(MOTLEY_UNITY OFF)
else()
    add_compile_options("SHELL:-Xclang -fno-pch-timestamp") # so that ccache recognises an unchanged precompiled header
endif()
# torch has members named `slots`.
add_compile_definitions(QT_NO_KEYWORDS)
if(MOTLEY_WERROR)
    add_compile_options(-Werror)
endif()
# Nothing can write to the tables of functions once a program has started. It lies at a random address by the compilers' defaults.
add_link_options(-Wl,-z,relro "$<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-Wl,-z,now>")
if(MOTLEY_SANITIZE)
    add_compile_options(-fsanitize=${MOTLEY_SANITIZE} -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${MOTLEY_SANITIZE})
    # Of the functions of NVML and of CUDA's driver, which are found at run time, only the C names are known, not the types of
    # their handles.
    if(MOTLEY_SANITIZE MATCHES undefined AND CMAKE_CXX_COMPILER_ID STREQUAL Clang)
        add_compile_options(-fno-sanitize=function)
    endif()
else()
    # A mistake with memory is harder to use: canaries on the stack, and checks of buffer lengths, which the C library has for
    # optimised code alone. The sanitizers see more, unless these stop a program before.
    add_compile_options(-fstack-protector-strong "$<$<CONFIG:Release>:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=2>")
    # Functions begin with an instruction that says that a jump may land there. Processors enforce it only where all of a
    # program has it, its C library included; until a system does, these cost nothing.
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
        add_compile_options($<$<CONFIG:Release>:-fcf-protection>)
    elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
        add_compile_options($<$<CONFIG:Release>:-mbranch-protection=standard>)
    endif()
endif()
if(MOTLEY_FUZZ)
    add_compile_options(-fsanitize=fuzzer-no-link)
endif()
