// Exists so that the precompiled headers of Qt Test have targets to belong to.
