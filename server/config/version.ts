// The version of the software, shown in the CapabilityStatement and on the pages.
import description from '../../package.json' with { type: 'json' }

/** The version in package.json. */
export const VERSION: string = description.version
