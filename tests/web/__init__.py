"""Tests of the app in a browser."""
