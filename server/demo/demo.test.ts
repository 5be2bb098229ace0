import { describe, expect, it } from 'vitest'
import { registerApp } from '#server/testing/app.ts'
import { testDomain } from '#server/testing/domain.ts'

interface History {
  readonly entry: readonly {
    readonly fullUrl: string
    readonly request: { readonly method: string }
    readonly response: { readonly status: string; readonly etag: string }
  }[]
}

describe('the history of the demo records', () => {
  it('HIS-13 begins with a creation, and goes on with updates where the domain got another address', async () => {
    const { domain, fetch, bearer } = await testDomain({ PUBLIC_URL: 'http://localhost:3999' })
    const authorization = `Bearer ${await bearer(await registerApp(domain))}`
    const { entry } = (await (
      await fetch(`${domain.config.baseUrl}/fhir/Patient/_history?_count=200`, { headers: { authorization } })
    ).json()) as History
    const versions = entry.map(({ request, response }) => `${response.etag} ${request.method} ${response.status}`)
    expect([...new Set(versions)].sort()).toEqual(['W/"1" POST 201', 'W/"2" PUT 200'])
  })
})
