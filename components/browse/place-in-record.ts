// Version and tab are in the address, so that a link leads to the same place in a record.
import { queryWith, replaceQuery, showQuery } from '#components/ui/address/use-address.ts'

/** Shows a version; Back leads to the one shown before. */
export const showVersion = (version: number): void => showQuery(queryWith('version', String(version)))

/** Shows a tab; tabs are not stations on the way back. */
export const showTab = (tab: string): void => replaceQuery(queryWith('tab', tab))
