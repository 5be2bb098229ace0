// Answers that came with the page.

/** Options of a query for what the page may have told already: it is asked for only where the page did not, or again later. */
export const toldWithPage = <Told>(told: Told | undefined) => ({ initialData: () => told, refetchOnMount: false })
