"""The pages of ripple review: blind recovery, closure review, adjudication."""
