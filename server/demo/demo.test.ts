import { describe, expect, it } from 'vitest'
import { adminTexts } from '#components/admin/texts.ts'
import { claimedTypes } from '#lib/fhir/validation/koppeltaal.ts'
import { validate } from '#lib/fhir/validation/validate.ts'
import { openDomain } from '#server/domain/domain.ts'
import { settingsOf } from '#server/startup/domain-record.ts'
import { registerApp } from '#server/testing/app.ts'
import { type TestDomain, testDomain } from '#server/testing/domain.ts'
import { demoCookie } from '#server/testing/portal-cookie.ts'
import { DEMO_APPS, DEMO_PORTAL, demoResources, PORTAL_IN_DUTCH } from './resources.ts'

interface History {
  readonly entry: readonly {
    readonly fullUrl: string
    readonly request: { readonly method: string }
    readonly response: { readonly status: string; readonly etag: string }
  }[]
}

const ELSEWHERE = { PUBLIC_URL: 'http://localhost:3999' }

describe('the list of keys', () => {
  it.each([
    ['en', ({ name }: (typeof DEMO_APPS)[number]) => name, DEMO_PORTAL.name],
    ['nl', ({ dutch }: (typeof DEMO_APPS)[number]) => dutch.title, PORTAL_IN_DUTCH],
  ] as const)('calls the demo’s portal and apps as in the language of the page: %s', (language, called, portal) => {
    expect(adminTexts[language].owners).toMatchObject({
      portal,
      ...Object.fromEntries(DEMO_APPS.map((app) => [app.keys, called(app)])),
    })
  })
})

describe('the history of the demo records', () => {
  it('HIS-13 begins with a creation, and has an update when the address of the domain changed', async () => {
    const { domain, fetch, bearer } = await testDomain(ELSEWHERE)
    const authorization = `Bearer ${await bearer(await registerApp(domain))}`
    const { entry } = (await (
      await fetch(`${domain.config.baseUrl}/fhir/Patient/_history?_count=200`, { headers: { authorization } })
    ).json()) as History
    const versions = entry.map(({ request, response }) => `${response.etag} ${request.method} ${response.status}`)
    expect([...new Set(versions)].sort()).toEqual(['W/"1" POST 201', 'W/"2" PUT 200'])
  })

  it('has no new version of a task when the address changed: an app may have completed it', async () => {
    const { domain } = await testDomain(ELSEWHERE)
    expect(await domain.resources.readCurrent('Task', 'sleep-diary-week-1')).toMatchObject({ versionId: 1 })
    expect(await domain.resources.readCurrent('Endpoint', 'sleep-diary')).toMatchObject({ versionId: 2 })
  })
})

describe('the demo records', () => {
  const records = demoResources(
    { publicUrl: 'http://localhost:3000', identifierSystem: 'http://localhost:3000/idp' },
    '2026-11-16',
  )

  it.each(records.map((record) => [`${record['resourceType']}/${record['id']}`, record] as const))(
    'VAL-08 are valid by the profile that they claim: %s',
    (_, record) => {
      const parsed = record as Parameters<typeof validate>[0]['parsed']
      expect(claimedTypes(parsed)).toEqual([parsed.resourceType])
      expect(validate({ parsed }, { profiles: 'koppeltaal', mode: 'update' })).toEqual([])
    },
  )
})

const again = ({ domain, now }: TestDomain) => openDomain(domain.config, { clock: now })

describe('the auditor of the demo', () => {
  const AUDITOR = 'auditor@demo.test'
  const answersTo = async ({ domain, fetch }: TestDomain) => {
    const headers = { cookie: await demoCookie(domain, AUDITOR) }
    return Promise.all(
      ['audit', 'users', 'apps'].map(async (of) => (await fetch(`/admin/api/${of}`, { headers })).status),
    )
  }

  it('reads the audit log, and nothing else of the console', async () => {
    expect(await answersTo(await testDomain())).toEqual([200, 403, 403])
  })

  it('is added to a domain that was seeded without one, and keeps the role that an administrator gave', async () => {
    const test = await testDomain()
    const { accounts } = test.domain.storage.idp
    await test.domain.sql.rows(`DELETE FROM account WHERE username = '${AUDITOR}'`)
    const { DEMO_AUDITOR: _, ...before } = settingsOf(test.domain.config)
    await test.domain.storage.noteSettings(before)
    await (await again(test)).close()
    expect((await accounts.findByUsername(AUDITOR))?.role).toBe('auditor')
    await test.domain.sql.rows(`UPDATE account SET role = 'patient' WHERE username = '${AUDITOR}'`)
    await (await again(test)).close()
    expect((await accounts.findByUsername(AUDITOR))?.role).toBe('patient')
  })

  it('stays away when an administrator has deleted the account, whose password everybody knows', async () => {
    const test = await testDomain()
    const { accounts } = test.domain.storage
    expect(await accounts.remove(AUDITOR)).toBe('done')
    await (await again(test)).close()
    expect(await accounts.named(AUDITOR)).toBeUndefined()
  })
})

describe('the roles of the demo', () => {
  const roleOf = async ({ domain }: TestDomain, clientId: string) => (await domain.registry.find(clientId))?.roleName

  it('let each of the domain’s own apps write what it needs, and other apps nothing', async () => {
    const test = await testDomain()
    const roles = await test.domain.registry.listRoles()
    const written = (name: string) =>
      roles
        .find((role) => role.name === name)
        ?.permissions.filter(({ operations }) => /[cud]/.test(operations))
        .map(({ resourceType, operations, scope }) => `${resourceType} ${operations} ${scope}`)
        .sort()
    expect(written('demo-portal')).toEqual([
      'ActivityDefinition cruds own',
      'CareTeam cruds own',
      'Endpoint cruds own',
      'Patient cruds own',
      'Practitioner cruds own',
      'RelatedPerson cruds own',
      'Subscription cruds own',
      'Task cruds own',
    ])
    expect(written('demo-app')).toEqual(['Subscription cruds own', 'Task ru granted'])
    const served = test.domain.config.resourceTypes.filter((type) => type !== 'AuditEvent')
    expect(written('demo-console')).toEqual(served.map((type) => `${type} cruds all`).sort())
    for (const name of ['reader', 'auditor']) expect(written(name)).toEqual([])
    for (const name of ['demo-portal', 'demo-app', 'demo-console']) expect(await roleOf(test, name)).toBe(name)
  })

  it('are added to a domain that was seeded without them', async () => {
    const test = await testDomain()
    const { registry, sql } = test.domain
    await sql.rows("UPDATE client SET roleName = 'reader' WHERE clientId LIKE 'demo-%'")
    for (const name of ['demo-portal', 'demo-app', 'demo-console']) expect(await registry.removeRole(name)).toBe('done')
    await (await again(test)).close()
    for (const name of ['demo-portal', 'demo-app', 'demo-console']) expect(await roleOf(test, name)).toBe(name)
  })

  it('stay as the operator changed them', async () => {
    const test = await testDomain()
    const app = await test.domain.registry.find('demo-app')
    if (!app) throw new Error('no demo-app')
    await test.domain.registry.saveClient({ ...app, roleName: 'reader' })
    await test.domain.registry.saveRole('demo-portal', [])
    await (await again(test)).close()
    expect(await roleOf(test, 'demo-app')).toBe('reader')
    const roles = await test.domain.registry.listRoles()
    expect(roles.find(({ name }) => name === 'demo-portal')).toMatchObject({ permissions: [] })
  })
})
