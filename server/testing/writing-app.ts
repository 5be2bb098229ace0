// An app that may write, and requests of its own over the network.
import type { Domain } from '../domain/domain.ts'
import { registerApp, type TestApp } from './app.ts'

const OWNED = ['Patient', 'Practitioner', 'Task', 'Subscription']

/** Registers an app whose role lets it create, read, change, delete and search what is its own. */
export async function writingApp(domain: Domain, clientId = 'writing-app'): Promise<TestApp> {
  await domain.registry.saveRole(
    'writer',
    OWNED.map((resourceType) => ({ resourceType, scope: 'own', operations: 'cruds', grantedBy: [] })),
  )
  return registerApp(domain, clientId, 'writer')
}

/** The scope of a token for all that such an app may do. */
export const WRITING_SCOPE = OWNED.map((type) => `system/${type}.cruds`).join(' ')
