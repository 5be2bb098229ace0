import { expect, it } from 'vitest'
import { testDomain } from '../testing/domain.ts'
import { pageRightFindings } from './page-rights.ts'
import { doctorTexts } from './texts.ts'

it('the doctor warns when the role of the portal or the console lacks rights that its pages need, and names them', async () => {
  const { domain } = await testDomain()
  const found = () => pageRightFindings(domain.config, doctorTexts.en)
  expect(await found(), 'as it comes').toEqual([])
  const reads = (resourceType: string, scope: 'all' | 'own' = 'all') =>
    ({ resourceType, operations: 'rs', scope, grantedBy: [] }) as const
  await domain.registry.saveRole('demo-portal', [reads('*', 'own'), reads('Patient')])
  await domain.registry.saveRole('demo-console', [])
  const messages = (await found()).map(({ level, message }) => `${level} ${message}`)
  expect(messages).toEqual([
    expect.stringMatching(/^warning The role of demo-portal lacks .*system\/Task\.rs system\/Task\.cu: /),
    expect.stringMatching(/^warning The role of demo-console lacks .*system\/Patient\.rs/),
  ])
  expect(messages[0]).not.toContain('Patient.rs')
  await domain.registry.setClientStatus('demo-console', 'disabled')
  expect(await found()).toHaveLength(1)
})
