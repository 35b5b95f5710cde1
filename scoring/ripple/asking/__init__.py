"""What a model is asked about ripple items, and the stored run that its answers make (RKB App. F). Pure."""
