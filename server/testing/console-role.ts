// The role by which the record browser may change records.
import type { Domain } from '../domain/domain.ts'

/** Lets the console of a domain change every record, type by type. */
export async function letConsoleWrite({ registry, config }: Pick<Domain, 'registry' | 'config'>): Promise<void> {
  const permissions = config.resourceTypes
    .filter((type) => type !== 'AuditEvent')
    .map((resourceType) => ({ resourceType, operations: 'cruds', scope: 'all', grantedBy: [] }) as const)
  await registry.saveRole('demo-console', [
    { resourceType: '*', operations: 'rs', scope: 'all', grantedBy: [] },
    ...permissions,
  ])
  const console = await registry.find('demo-console')
  if (!console) throw new Error('The console is not registered')
  await registry.saveClient({ ...console, roleName: 'demo-console' })
}
