"""`python -m headjudge` is the `headjudge` command."""

from headjudge.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
