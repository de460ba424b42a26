# The engine is sent to machines that are older than the computer that builds it, so a preset of its own builds the engine that
# travels against an old root (cmake/sysroot.cmake). Tests and daily work use an engine that is built like all other targets.
set(MOTLEY_ENGINE_PRESET "" CACHE STRING "Preset that builds the engine that travels; empty: this build's own engine is sent")
set(MOTLEY_ENGINE_OUTPUT "${CMAKE_BINARY_DIR}" CACHE PATH "Where the engine's bin and lib folders are made")

# MOTLEY_TRAVELLING_ENGINE: the engine that the app sends to machines. Target travelling-engine builds it.
if(MOTLEY_ENGINE_PRESET)
    set(MOTLEY_ENGINE_OUTPUT "${CMAKE_BINARY_DIR}/native")
    set(MOTLEY_TRAVELLING_ENGINE "${CMAKE_BINARY_DIR}/bin/motley-engine")
    add_custom_target(travelling-engine ALL USES_TERMINAL VERBATIM
        COMMAND "${CMAKE_SOURCE_DIR}/cmake/build" "${MOTLEY_ENGINE_PRESET}" COMMENT "The engine that travels")
else()
    set(MOTLEY_TRAVELLING_ENGINE $<TARGET_FILE:motley-engine>)
    add_custom_target(travelling-engine ALL)
    add_dependencies(travelling-engine motley-engine)
endif()

# A build has LibTorch beside its engine as an installation has it, by links. So the engine finds it by its own place, and names no
# folder of the computer that built it: on a machine, somebody else may have one of that name.
# motley_link_torch(FOLDER): FOLDER is the one that bin and lib are in.
function(motley_link_torch folder)
    file(MAKE_DIRECTORY "${folder}")
    foreach(part IN ITEMS torch nvidia)
        file(CREATE_LINK "${MOTLEY_TORCH_ROOT}/${part}" "${folder}/${part}" SYMBOLIC)
    endforeach()
endfunction()
motley_link_torch("${MOTLEY_ENGINE_OUTPUT}")

if(CMAKE_SYSROOT)
    # --wrap: see cmake/oldlibraries.c. --exclude-libs hides the symbols of newer library code that the root adds.
    add_link_options("LINKER:--wrap=exp,--wrap=log,--wrap=pow"
        "LINKER:--exclude-libs,libnewerstdc++.a:liboldlibraries.a")
endif()

# The C and C++ library versions of the oldest machine that the engine runs on.
set(MOTLEY_GLIBC_FLOOR 2.28)
set(MOTLEY_GLIBCXX_FLOOR 3.4.25)

# Checks after each link: a target fails that needs a newer C or C++ library, itself or through one of its libraries, or that
# looks for libraries outside its own place.
function(motley_check_floor target)
    if(CMAKE_SYSROOT)
        add_custom_command(TARGET ${target} POST_BUILD VERBATIM COMMAND "${CMAKE_SOURCE_DIR}/cmake/check-floor"
            $<TARGET_FILE:${target}> ${MOTLEY_GLIBC_FLOOR} ${MOTLEY_GLIBCXX_FLOOR})
    endif()
endfunction()
