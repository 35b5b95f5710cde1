"""What all workflows share: claims, drafts, returns, adjudication, events, the desk, blindness.

**Lock order.** Whoever locks more than one row takes them in this order, and rows of one table by ascending
key, so that no two transactions wait for each other. "Lock order" beside a lock refers to this list.

1. The group of managers, then the person (`lock_person`).
2. The campaign. A full lock on it (`FOR UPDATE`) waits for every commit under way, since the rows that a
   commit writes refer to the campaign.
3. The task. Everything that is decided of an item in a campaign happens under this lock.
4. What belongs to the locked task: its slots, its disagreement, its drafts, in any order.
5. The item, of evidence or ripple: last and by a statement of its own, so that what another campaign decided
   of it meanwhile is seen. `add_items` and `requeue` lock items under the campaign's lock, before there are
   tasks.

One step goes against the order: settling a task shares the campaign's key for a moment; `settling.py` says
why that is safe. A withdrawal whose item entered a campaign while it waited lets task and item go, and locks
them anew in their order.

Claiming takes free slots without their task and skips those that are locked: it waits for nobody, so that
it needs no place in the order.

Other locks are held alone, or come first in their transaction: the row of a job, of an upload, of a source;
the advisory lock of migrations; and in imports the table of documents, then the lock of a kind of item.
"""
