"""The time of an interview as it is written everywhere."""


def minutes(seconds: float) -> str:
    """`4:05`."""
    whole = round(seconds)
    return f"{whole // 60}:{whole % 60:02}"
