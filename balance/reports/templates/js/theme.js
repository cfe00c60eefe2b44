// Filled by the frame of the page.
