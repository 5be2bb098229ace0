// Checks that a killed import lost no line that it had reported, and that a complete one left exactly its versions.
import { prepareResource } from '#lib/fhir/prepared-resource.ts'
import type { Sqlite } from '#server/storage/sqlite/file/database.ts'
import type { ImportFile, Line } from './import-file.ts'

const hashOf = ({ id, text }: Line): string =>
  prepareResource({ type: 'Patient', id, text, parsed: JSON.parse(text) as Readonly<Record<string, unknown>> })
    .contentHash

const versionsOf = (sql: Sqlite) => {
  const all = sql
    .prepare<[string], string>(
      "SELECT contentHash FROM resource_version WHERE type = 'Patient' AND id = ? ORDER BY versionId",
    )
    .pluck()
  return (id: string): readonly string[] => all.all(id)
}

/** Of the first lines of a file, which an import said were in: those whose content no version has. */
export function missingLines(sql: Sqlite, { lines }: ImportFile, acknowledged: number): readonly string[] {
  const versions = versionsOf(sql)
  const missing = lines.slice(0, acknowledged).filter((line) => !versions(line.id).includes(hashOf(line)))
  const [first] = missing
  return first ? [`${missing.length} of ${acknowledged} imported lines are not there, as of Patient/${first.id}`] : []
}

/** The contents that each resource went through, over all files, where an equal one after another makes no version. */
export function expectedVersions(files: readonly ImportFile[]): ReadonlyMap<string, readonly string[]> {
  const expected = new Map<string, string[]>()
  for (const line of files.flatMap(({ lines }) => lines)) {
    const hash = hashOf(line)
    const run = expected.get(line.id)
    if (!run) expected.set(line.id, [hash])
    else if (run.at(-1) !== hash) run.push(hash)
  }
  return expected
}

/** Resources whose versions are not those of the files, no more and no less. */
export function wrongVersions(sql: Sqlite, files: readonly ImportFile[]): readonly string[] {
  const versions = versionsOf(sql)
  return [...expectedVersions(files)]
    .filter(([id, run]) => JSON.stringify(versions(id)) !== JSON.stringify(run))
    .map(
      ([id, run]) => `Patient/${id} has ${versions(id).length} versions, not the ${run.length} of the files in order`,
    )
}
