"""The engine protocol: questions, answers, messages, boards, and serving a game as an engine."""
