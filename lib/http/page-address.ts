/** The header in which the proxy tells a page, whose layout does not know it, the path and query that it was asked for by. */
export const PAGE_ADDRESS = 'x-page-address'
