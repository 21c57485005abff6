"""Other people's programs: started, asked under limits, ended for good.

Enters: the command of an engine, its limits, and questions. Leaves: answers as the protocol has them, or an EngineError
that says what went wrong. An `EngineClient` asks over a `Transport`: a `Process`, or an object in this process. A
`Session` asks about one game and counts how each question ended, a `Pipeline` keeps several questions on their way.
"""
