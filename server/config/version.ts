// The version of the software, shown in the CapabilityStatement and on the pages, and the commit that it was built from.
import description from '../../package.json' with { type: 'json' }

/** The version in package.json. */
export const VERSION: string = description.version

/** The commit that this was built from, with `-dirty` if files had changed since; undefined where the build knew none (scripts/build.mjs). */
export const COMMIT: string | undefined = process.env.SLIPWAY_COMMIT || undefined

/** Version and commit, such as `0.2.0 (1a2b3c4)`. */
export const BUILD: string = COMMIT ? `${VERSION} (${COMMIT})` : VERSION
