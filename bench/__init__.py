"""Measures what the encoder keeps per token, beside other offline tools. Not shipped."""
