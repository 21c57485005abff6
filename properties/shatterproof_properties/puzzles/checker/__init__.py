"""Checks certificates with the reference alone: no search, no second engine, no z3.

In goes a certificate as JSON values. The checker makes the results of every position anew, replays every named turn,
and trusts nothing that the certificate says of itself. Out comes a `CheckedCertificate`, or `Refused` with the place
and the reason. What it must know of one game (images, motifs, empty memory) stands in the module of that game.
"""
