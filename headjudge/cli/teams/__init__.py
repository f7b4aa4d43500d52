"""Finding teams: configuration, folders, groups of files, git."""
