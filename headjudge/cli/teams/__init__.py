"""Which files are teams: configuration, folders, groups, git."""
