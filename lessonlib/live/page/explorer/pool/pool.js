// The explorer of lesson 1: lessonlib/live/poolexplorer in a page.
live.components.pool = live.explorer;
