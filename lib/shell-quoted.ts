// An argument of a command line that is shown to be copied.

/** A text as one argument of a POSIX shell: single quotes preserve everything except a single quote. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
