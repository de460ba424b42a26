# LibTorch from the pinned wheel, as imported targets of our own: Torch's CMake files would enable the CUDA language. The engine
# links torch::cpu; c10_cuda and torch_cuda are for the CUDA plug-in alone.
set(MOTLEY_TORCH_ROOT "$ENV{HOME}/.cache/motley/torch-2.11.0" CACHE PATH "Where cmake/fetch-torch put the wheels")
set(torchLibraries "${MOTLEY_TORCH_ROOT}/torch/lib")
if(NOT EXISTS "${torchLibraries}/libtorch_cpu.so")
    message(FATAL_ERROR "No LibTorch in ${MOTLEY_TORCH_ROOT}. Run cmake/fetch-torch, or set MOTLEY_TORCH_ROOT.")
endif()

# c10d's Gloo header includes Gloo's own, which the wheel lacks. Our code handles only pointers to Gloo's types.
find_path(MOTLEY_GLOO_INCLUDE gloo/config.h DOC "Headers of Gloo" REQUIRED)

# The headers are given as options and not as include directories, which moc reads too: it would scan all of torch for each
# test and find nothing there.
add_library(torch_headers INTERFACE)
target_compile_options(torch_headers INTERFACE
    "SHELL:-isystem \"${MOTLEY_TORCH_ROOT}/torch/include\""
    "SHELL:-isystem \"${MOTLEY_TORCH_ROOT}/torch/include/torch/csrc/api/include\"")
target_include_directories(torch_headers SYSTEM INTERFACE "${MOTLEY_GLOO_INCLUDE}")

foreach(name IN ITEMS c10 torch_cpu c10_cuda torch_cuda)
    add_library(torch::${name} SHARED IMPORTED)
    set_target_properties(torch::${name} PROPERTIES IMPORTED_LOCATION "${torchLibraries}/lib${name}.so")
endforeach()

add_library(torch_on_cpu INTERFACE)
# The library was built with NDEBUG; without it some of torch's classes would have more members than in the library.
target_compile_definitions(torch_on_cpu INTERFACE USE_C10D_GLOO $<$<CONFIG:Debug>:NDEBUG>)
target_link_libraries(torch_on_cpu INTERFACE torch_headers torch::torch_cpu torch::c10)
add_library(torch::cpu ALIAS torch_on_cpu)
