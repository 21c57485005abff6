"""Makes puzzles: long runs that survive being killed, on all cores or on a Dask cluster.

In go `GenerationSettings`: what to look for, how many, where. A run is cut into tasks of one seed each; workers do
them; an sqlite file records every result; the folder follows that record. Out come puzzle files with certificates,
pictures, a sheet and an index. The same seed finds the same puzzles on any machine.
"""
