// The version of the software, as CapabilityStatement and the pages show it.
import description from '../../package.json' with { type: 'json' }

export const VERSION: string = description.version
