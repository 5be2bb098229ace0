// The report of an import as the console shows it.
import type { ImportReport } from '#lib/api/data.ts'
import { MOST_IMPORT_ERRORS } from '#lib/api/data-words.ts'

/** The importer's own report, whose errors also name their file. */
type Imported = Omit<ImportReport, 'errors' | 'stopped'> & {
  readonly errors: readonly { readonly line: number; readonly path?: string | undefined; readonly reason: string }[]
  readonly stopped?: boolean | undefined
}

/** There is one file, so the lines need not repeat its name. */
export const importReport = ({ errors, lostLogins, stopped, ...counts }: Imported): ImportReport => ({
  ...counts,
  lostLogins: lostLogins.slice(0, MOST_IMPORT_ERRORS),
  errors: errors.slice(0, MOST_IMPORT_ERRORS).map(({ line, path, reason }) => ({
    line,
    ...(path === undefined ? {} : { path }),
    reason,
  })),
  stopped: stopped === true,
})
