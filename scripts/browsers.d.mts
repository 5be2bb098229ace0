/** The path of the first browser that is there; undefined when none is. */
export function findBrowser(): string | undefined
