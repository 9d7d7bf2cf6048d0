"""The figures of /metrics: counts and durations, no content."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

registry = CollectorRegistry()
events = Counter("yokocho_events", "Events written, by kind", ["kind"], registry=registry)
refused = Counter("yokocho_refused", "Messages refused", registry=registry)
behind = Counter("yokocho_behind", "Messages that answered an older question", registry=registry)
races = Counter("yokocho_races", "Writes that another was quicker with", registry=registry)
limited = Counter("yokocho_limited", "Requests and messages beyond a limit", ["name"], registry=registry)
connections = Gauge("yokocho_connections", "WebSockets open", registry=registry)
tables = Gauge("yokocho_tables_in_memory", "Tables in memory", registry=registry)
message = Histogram(
    "yokocho_message_seconds",
    "From a message to its answer",
    registry=registry,
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5),
)
thinking = Histogram("yokocho_thinking_seconds", "Decisions of bots", registry=registry)
