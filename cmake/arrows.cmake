# A library for each folder, with dependencies that the compiler checks: headers are included by their path from the source root
# ("engine/plan/planner.h"), and a target finds only the headers of its own folder and of the libraries that it links. Single
# headers are linked into the include folder, as a link of a whole folder would also expose the folders inside it.
# motley_expose_headers(TARGET [FOLDER...]): FOLDER is one inside the current folder whose sources are the target's too.
function(motley_expose_headers target)
    file(RELATIVE_PATH folder "${CMAKE_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}")
    set(root "${CMAKE_BINARY_DIR}/include/${target}")
    # Removes what an earlier configuration left: headers that no longer exist, or a link of the whole folder.
    file(REMOVE_RECURSE "${root}")
    file(MAKE_DIRECTORY "${root}/${folder}")
    foreach(part IN ITEMS . ${ARGN})
        file(MAKE_DIRECTORY "${root}/${folder}/${part}")
        file(GLOB headers CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${part}/*.h")
        foreach(header IN LISTS headers)
            cmake_path(GET header FILENAME name)
            file(CREATE_LINK "${CMAKE_CURRENT_SOURCE_DIR}/${part}/${name}" "${root}/${folder}/${part}/${name}" SYMBOLIC)
        endforeach()
    endforeach()
    target_include_directories(${target} PUBLIC "${root}")
endfunction()

# motley_library(motley_plan planner.cpp ...): the static library of the current folder.
function(motley_library target)
    add_library(${target} STATIC ${ARGN})
    set_target_properties(${target} PROPERTIES UNITY_BUILD ${MOTLEY_UNITY} UNITY_BUILD_BATCH_SIZE 8)
    motley_expose_headers(${target})
endfunction()

# motley_torch_library(motley_optim adam.cpp ...): motley_library() for code on LibTorch. torch.h would cost each file seconds,
# so headers are precompiled: REUSE_FROM motley_torch has tensors alone, REUSE_FROM motley_torchlayers also our layers.
function(motley_torch_library target)
    motley_library(${target} ${ARGN})
    target_link_libraries(${target} PUBLIC torch::cpu)
endfunction()
