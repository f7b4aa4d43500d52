"""`python -m headjudge` is the `headjudge` command."""

from headjudge import import_path

if __name__ == "__main__":
    import_path.drop_current_folder()
    from headjudge.cli.main import main

    raise SystemExit(main())
