// The manifest of a backup: a backup is a folder with the database, the keys and this list of them, written last.
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { OperatorError } from '#lib/operator-error.ts'

export const MANIFEST = 'manifest.json'
export const DATABASE = 'slipway.db'
export const KEYS = 'keys'

const FORMAT = 'slipway-backup-1'

const manifestShape = z.object({
  format: z.literal(FORMAT),
  /** Version of Slipway that made it. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  /** `position:hash` of the last link of the audit log; null when there is none. */
  auditHead: z.string().nullable(),
  /** By their path in the folder, with `/`. */
  files: z.array(
    z.object({
      name: z.string().regex(/^(slipway\.db|keys\/[A-Za-z0-9_-]+\.(jwk|secret))$/),
      bytes: z.number().int().nonnegative(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
})

export type Manifest = z.infer<typeof manifestShape>
export type BackupFile = Manifest['files'][number]

export const manifestText = (manifest: Omit<Manifest, 'format'>): string =>
  `${JSON.stringify({ format: FORMAT, ...manifest }, null, 2)}\n`

/** The list of a backup. Throws OperatorError when there is none that can be read. */
export function readManifest(folder: string): Manifest {
  const file = path.join(folder, MANIFEST)
  if (!existsSync(file))
    throw new OperatorError(
      `${folder} is no backup: it has no ${MANIFEST}, which a backup that was cut off lacks, too. Use another one.`,
    )
  try {
    return manifestShape.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (cause) {
    throw new OperatorError(
      `${file} is damaged, or of a newer version of Slipway. Use another backup, or that version.`,
      {
        cause,
      },
    )
  }
}

/** Name, size and hash of a file in a backup. */
export async function describe(folder: string, name: string): Promise<BackupFile> {
  const file = path.join(folder, name)
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return { name, bytes: statSync(file).size, sha256: hash.digest('hex') }
}

/** The listed files that are missing or changed, one sentence each. */
export async function fileProblems(folder: string, { files }: Manifest): Promise<readonly string[]> {
  const problems: string[] = []
  if (!files.some(({ name }) => name === DATABASE)) problems.push(`${DATABASE} is not in the list of files`)
  for (const listed of files) {
    if (!existsSync(path.join(folder, listed.name))) {
      problems.push(`${listed.name} is missing`)
      continue
    }
    const { sha256, bytes } = await describe(folder, listed.name)
    if (sha256 !== listed.sha256)
      problems.push(`${listed.name} was changed or cut off (${bytes} of ${listed.bytes} bytes)`)
  }
  return problems
}
