# Toolchain file of the engine that travels: clang, and the root of cmake/make-sysroot.
if(NOT DEFINED MOTLEY_SYSROOT)
    execute_process(COMMAND "${CMAKE_CURRENT_LIST_DIR}/make-sysroot" OUTPUT_VARIABLE MOTLEY_SYSROOT
        OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
endif()
set(CMAKE_SYSROOT "${MOTLEY_SYSROOT}")
set(CMAKE_C_COMPILER clang)
set(CMAKE_CXX_COMPILER clang++)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES MOTLEY_SYSROOT)
set(CMAKE_LIBRARY_ARCHITECTURE x86_64-linux-gnu)
# What the root links in of newer libraries, and what has code of its own kin inside LibTorch, is nobody else's to see.
foreach(kind IN ITEMS EXE MODULE)
    set(CMAKE_${kind}_LINKER_FLAGS_INIT "-Wl,--wrap=exp,--wrap=log,--wrap=pow \
-Wl,--exclude-libs,libnewerstdc++.a:liboldlibraries.a:libsentencepiece.a:libsentencepiece_train.a")
endforeach()
