"""Who meets whom: Swiss, round robin, groups, knock-out; tables; checks of edits by hand."""
