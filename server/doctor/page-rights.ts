// Checks the roles of the domain's own pages: without a right that they need, the portal and /browse refuse for good.
import type { Config } from '../config/config.ts'
import { DEMO_CONSOLE, DEMO_PORTAL } from '../demo/resources.ts'
import { inspected } from '../storage/inspect.ts'
import type { RoleRight } from '../storage/inspection.ts'
import { type Finding, warning } from './finding.ts'
import type { DoctorTexts } from './texts.ts'

/** What the portal looks at, of everybody; it also gives tasks. */
const READ_BY_PORTAL = ['ActivityDefinition', 'Device', 'Endpoint', 'Patient', 'Practitioner', 'RelatedPerson', 'Task']

/** The rights that the pages of each client need, as scopes. */
const NEEDS = (types: readonly string[]): Readonly<Record<string, readonly string[]>> => ({
  [DEMO_PORTAL.clientId]: [...READ_BY_PORTAL.map((type) => `system/${type}.rs`), 'system/Task.cu'],
  [DEMO_CONSOLE.clientId]: types.filter((type) => type !== 'AuditEvent').map((type) => `system/${type}.rs`),
})

/** A warning for each of the domain's own approved clients whose role lacks a right. */
export async function pageRightFindings(config: Config, texts: DoctorTexts): Promise<readonly Finding[]> {
  const rights = await rightsIn(config)
  return Object.entries(NEEDS(config.resourceTypes)).flatMap(([clientId, needed]) => {
    const own = rights.filter((right) => right.clientId === clientId)
    const missing = own.length === 0 ? [] : needed.filter((scope) => !isGiven(scope, own))
    return missing.length === 0
      ? []
      : [warning('page_rights', texts.rightsMissing(clientId, missing.join(' ')), texts.rightsMissingRemedy)]
  })
}

/** True when a right of the role includes each letter of the scope; what is read is read of everybody. */
function isGiven(scope: string, rights: readonly RoleRight[]): boolean {
  const [, type = '', letters = ''] = /^system\/(\w+)\.([cruds]+)$/.exec(scope) ?? []
  return [...letters].every((letter) =>
    rights.some(
      ({ resourceType, operations, scope: part }) =>
        (resourceType === '*' || resourceType === type) &&
        operations?.includes(letter) &&
        (part === 'all' || letter === 'c' || letter === 'u'),
    ),
  )
}

async function rightsIn(config: Config): Promise<readonly RoleRight[]> {
  try {
    return (await inspected(config, async (database) => database.rights())) ?? []
  } catch {
    return [] // Problems of the database have been reported before.
  }
}
