from ledger.cli.main import run

run()
