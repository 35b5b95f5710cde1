"""Local embeddings for the reranker: wordllama, whose weights come in its wheel (no network)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from scoring.statistics.bootstrap import Floats

CONFIG, DIMENSIONS = "l2_supercat", 256


class NoLocalEmbeddings(ValueError):
    """The extra `local-embeddings` is not installed."""


class LocalEmbedder:
    """Static word embeddings, averaged; loaded when the object is made.

    :raises NoLocalEmbeddings: if wordllama is missing.
    """

    name = f"wordllama {CONFIG} {DIMENSIONS}"

    def __init__(self) -> None:
        try:
            import wordllama
        except ImportError as error:
            message = "wordllama is not installed: pip install 'wordllama>=0.4' (the extra local-embeddings)"
            raise NoLocalEmbeddings(message) from error
        folder = Path(wordllama.__file__).parent
        self._model = wordllama.WordLlama.load(
            CONFIG, dim=DIMENSIONS, cache_dir=folder, disable_download=True
        )

    def __call__(self, texts: Sequence[str]) -> Floats:
        vectors: Floats = self._model.embed(list(texts)).astype("float64")
        return vectors
