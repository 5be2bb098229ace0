// Query options for data that was rendered with the page.

/** Query options for data that may have been rendered with the page: fetched only without it, or later again. */
export const toldWithPage = <Told>(told: Told | undefined) => ({ initialData: () => told, refetchOnMount: false })
