// Bounds of the forms of /portal/api, which the pages know, too.

/** Longest message with a task, in characters: a few sentences. */
export const LONGEST_MESSAGE = 500
