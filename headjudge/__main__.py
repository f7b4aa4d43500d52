"""`python -m headjudge` is the `headjudge` command."""

from cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
