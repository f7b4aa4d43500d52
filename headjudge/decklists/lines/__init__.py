"""Single lines: what each of them is.

Most patterns are texts, which `re` compiles and keeps once a line needs them: lists of counts and
titles need few.
"""
