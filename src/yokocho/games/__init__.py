"""The stalls: one folder each, none knows another."""
