// The version of the software, shown in the CapabilityStatement and on the pages.
import description from '../../package.json' with { type: 'json' }

export const VERSION: string = description.version
