// Exists so that the precompiled headers of Qt Test have a target to belong to.
