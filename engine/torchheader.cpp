// Exists so that the precompiled headers of torch have targets to belong to.
