# `cmake --install build/release --prefix ~/.local` makes PREFIX/lib/motley, which needs neither the sources nor ~/.cache, and the
# links and files outside it by which shell and desktop find the programs.
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
    install(FILES resources/motley.desktop DESTINATION share/applications)
    install(FILES resources/icons/motley.svg DESTINATION share/icons/hicolor/scalable/apps)
    install(CODE [[
        set(bin "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/bin")
        file(MAKE_DIRECTORY "${bin}")
        foreach(program IN ITEMS motley motley-engine)
            file(CREATE_LINK "../lib/motley/bin/${program}" "${bin}/${program}" SYMBOLIC)
        endforeach()
    ]])
endif()
