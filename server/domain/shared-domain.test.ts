import { expect, it, vi } from 'vitest'
import { domain } from './shared-domain.ts'

it('a build opens no domain, whatever page it makes', async () => {
  vi.stubEnv('NEXT_PHASE', 'phase-production-build')
  await expect(domain()).rejects.toThrow('A build opens no domain.')
  vi.unstubAllEnvs()
})
