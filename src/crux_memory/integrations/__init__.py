"""Where the tool meets a project and its agents."""
