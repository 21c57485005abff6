"""A run of `check`: its settings go in, a verdict comes out.

`check.py` tries the mutants and has the run carried out: by one process or several (`shard.py`), by a Dask cluster
(`on_cluster.py`), or in parts that a file keeps (`saved.py`). Each process returns a result; they are put together
before one verdict is made of them. `inquiry.py` is what happens to a difference once it is seen. `check.py` also asks
single questions again.
"""
