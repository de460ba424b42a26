# A library for each folder, and the design's arrows held by the compiler: headers are included by their path from the source
# root ("engine/plan/planner.h"), and a target sees only the folders that it, or what it links publicly, is made of. Links of
# single headers, not of the folder, which would show the folders inside it too.
function(motley_expose_headers target)
    file(RELATIVE_PATH folder "${CMAKE_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}")
    set(root "${CMAKE_BINARY_DIR}/include/${target}")
    # What an earlier configuration left: headers that are gone, or a link of the whole folder.
    file(REMOVE_RECURSE "${root}")
    file(MAKE_DIRECTORY "${root}/${folder}")
    file(GLOB headers CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.h")
    foreach(header IN LISTS headers)
        cmake_path(GET header FILENAME name)
        file(CREATE_LINK "${header}" "${root}/${folder}/${name}" SYMBOLIC)
    endforeach()
    target_include_directories(${target} PUBLIC "${root}")
endfunction()

# motley_library(motley_plan planner.cpp ...): the static library of the current folder.
function(motley_library target)
    add_library(${target} STATIC ${ARGN})
    set_target_properties(${target} PROPERTIES UNITY_BUILD ${MOTLEY_UNITY} UNITY_BUILD_BATCH_SIZE 8)
    motley_expose_headers(${target})
endfunction()

# As above for code on LibTorch. Its headers come precompiled: torch.h would cost each file seconds, so REUSE_FROM
# motley_torch has the tensors alone, and REUSE_FROM motley_torchlayers the layers of our networks too.
function(motley_torch_library target)
    motley_library(${target} ${ARGN})
    target_link_libraries(${target} PUBLIC torch::cpu)
endfunction()
