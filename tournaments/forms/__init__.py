"""Forms of tournaments: edges that check what a person typed; services do the rest."""
