# A library per folder, and the design's arrows held by the compiler: headers are included by their path from the source
# root ("engine/plan/planner.h"), and a target sees only the folders that it, or what it links publicly, is made of.
function(motley_expose_headers target)
    file(RELATIVE_PATH folder "${CMAKE_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}")
    set(root "${CMAKE_BINARY_DIR}/include/${target}")
    cmake_path(GET folder PARENT_PATH parent)
    file(MAKE_DIRECTORY "${root}/${parent}")
    file(CREATE_LINK "${CMAKE_CURRENT_SOURCE_DIR}" "${root}/${folder}" SYMBOLIC)
    target_include_directories(${target} PUBLIC "${root}")
endfunction()

# motley_library(motley_plan planner.cpp ...): the static library of the current folder.
function(motley_library target)
    add_library(${target} STATIC ${ARGN})
    motley_expose_headers(${target})
endfunction()

# As above for code on LibTorch. Its headers come precompiled: torch.h would cost each file seconds, so REUSE_FROM
# motley_torch has the tensors alone, and REUSE_FROM motley_torchlayers the layers of our networks too.
function(motley_torch_library target)
    motley_library(${target} ${ARGN})
    target_link_libraries(${target} PUBLIC torch::cpu)
endfunction()
