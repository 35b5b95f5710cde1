"""How good the tests are: small changes are made to the code, one at a time, and a test must turn red.

``make mutants`` tries a sample of every room, ``make mutants FILES="reviewapp/people/auth.py"`` all changes
of a file. A change is tried only where tests cover its line, and only those tests are run, the fastest first.
Nothing in the checkout is written to but ``var/mutants``: the changed file lies in a copy of the tree.

============== ====================================================================
changes.py     what a change is, and where in a file changes can lie
proposing.py   all changes of a file
python.py      the changes of Python code
sql.py         the changes of SQL inside of string literals
recording.py   a pytest plugin that records which lines each test runs
covering.py    which tests cover a change, from what was recorded
planning.py    which changes are tried, and by which tests
trying.py      a copy of the tree, a change in it, the tests on it
rooms.py       which files are rules, actions, queries, ...
equivalent.tsv changes that change nothing a test could see, with the reason of each
============== ====================================================================
"""
