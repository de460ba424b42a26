# `cmake --install build/release --prefix ~/.local` makes PREFIX/lib/motley, which needs neither the sources nor ~/.cache, and the
# links and files outside it by which shells, man and the desktop find the programs.
set(installed lib/motley)

if(MOTLEY_ENGINE_PRESET)
    # The engine that is installed is the one that travels, and its own build knows how.
    install(SCRIPT "${CMAKE_BINARY_DIR}/travelling/cmake_install.cmake")
else()
    install(TARGETS motley-engine RUNTIME DESTINATION ${installed}/bin)
    # LibTorch's libraries find CUDA's by the folders of their wheels, to which fetch-cuda adds. Python's part stays behind.
    set(unused PATTERN "libtorch_python*" EXCLUDE PATTERN "libshm*" EXCLUDE PATTERN "cmake" EXCLUDE)
    if(TARGET motley-cuda)
        install(TARGETS motley-cuda LIBRARY DESTINATION ${installed}/lib)
    else()
        list(APPEND unused PATTERN "libtorch_cuda*" EXCLUDE)
    endif()
    install(DIRECTORY "${MOTLEY_TORCH_ROOT}/torch/lib" DESTINATION ${installed}/torch FILES_MATCHING PATTERN "*.so*" ${unused})
    install(DIRECTORY "${MOTLEY_TORCH_ROOT}/nvidia" DESTINATION ${installed} FILES_MATCHING PATTERN "*.so*" PATTERN "include" EXCLUDE)
    install(DIRECTORY "${MOTLEY_TORCH_ROOT}/.cuda-wheels" DESTINATION ${installed} OPTIONAL) # which of CUDA's are there already
endif()

if(MOTLEY_APP)
    install(TARGETS motley RUNTIME DESTINATION ${installed}/bin)
    install(PROGRAMS cmake/fetch-cuda DESTINATION ${installed}/cmake)
    install(FILES cmake/pinnedwheels.py cmake/cuda-requirements.txt DESTINATION ${installed}/cmake)
    install(FILES LICENSE DESTINATION ${installed})
    install(FILES LICENSE DESTINATION share/doc/motley RENAME copyright)
    install(FILES resources/motley.desktop DESTINATION share/applications)
    install(FILES resources/org.motley.motley.metainfo.xml DESTINATION share/metainfo)
    install(FILES resources/icons/motley.svg DESTINATION share/icons/hicolor/scalable/apps)
    install(CODE "set(usage \"${CMAKE_SOURCE_DIR}/cmake/usage/install\")")
    install(CODE [[
        set(bin "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/bin")
        file(MAKE_DIRECTORY "${bin}")
        foreach(program IN ITEMS motley motley-engine)
            file(CREATE_LINK "../lib/motley/bin/${program}" "${bin}/${program}" SYMBOLIC)
        endforeach()
        # zsh of Debian reads the folder for completions of packages below /usr, and the other one below /usr/local.
        set(zsh zsh/site-functions)
        if(CMAKE_INSTALL_PREFIX MATCHES "/usr$")
            set(zsh zsh/vendor-completions)
        endif()
        execute_process(COMMAND "${usage}" "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/share" "${zsh}" "${bin}/motley" "${bin}/motley-engine"
            COMMAND_ERROR_IS_FATAL ANY)
    ]])
endif()

if(MOTLEY_APP)
    include(packaging)
endif()
