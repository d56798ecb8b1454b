// The explorer of lesson 3: lessonlib/live/twinexplorer in a page.
live.components.twin = live.explorer;
