"""Words that are too general to suggest a key point: for `quizzer check`."""

from collections.abc import Iterator
from typing import Final

from quizzer.bank.schema import OpenItem
from quizzer.diagnostics import Finding
from quizzer.grading.reading.free_text import FreeText, tokens

# It says nothing specific, in words that any answer may contain.
TALK_OF_THE_FIELD: Final = (
    "A Transformer is a model that is trained on text and learns from examples. In training it "
    "reads the input first, and its layers compute numbers. Inside there are an encoder and a "
    "decoder; in each step they do the same again, with weights that change until the output gets "
    "better. Some things are small, others are large; both are needed, and one comes before the "
    "other. So I would look at the network as a whole, keep what works, add what is left, and "
    "compare the different values. In the end every layer turns what it gets into an answer, and "
    "the loss goes down."
)


def problems_of(item: OpenItem) -> list[Finding]:
    """A warning for each word that any answer may contain, except those of the question."""
    return list(_too_general(item))


def _too_general(item: OpenItem) -> Iterator[Finding]:
    talk, question = FreeText(TALK_OF_THE_FIELD), FreeText(f"{item.title}\n{item.prompt}")
    for index, point in enumerate(item.key_points):
        for place, words in enumerate(point.suggests):
            phrase = tokens(words)
            said = talk.find(phrase)
            if said and not question.find(phrase):
                any_answer = f"any answer with “{said.as_written}”"
                yield Finding(
                    ("key_points", index, "suggests", place),
                    f"'{words}' is too general: it suggests this for {any_answer}",
                    "use words that only an answer with this point has",
                    severity="warning",
                )
