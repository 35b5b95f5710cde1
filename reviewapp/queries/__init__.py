"""What pages and jobs read from the tables: lists, statistics, histories. Nothing here writes."""
