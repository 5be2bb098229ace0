// The steps of a launch of an app that refuses: what its page says is told, and no secret in it.
import { describe, expect, it } from 'vitest'
import type { Page } from '#lib/http/user-agent.ts'
import type { Addresses, LaunchedApp } from './launched-domain.ts'
import { stepsOf } from './steps.ts'

const APP = {
  launchUrl: 'http://app.test/launch',
  redirectUris: ['http://app.test/callback'],
} as unknown as LaunchedApp
const HERE = {
  ...{ publicUrl: 'http://localhost:3000', authUrl: 'http://localhost:3000', idpIssuer: 'http://localhost:3000/idp' },
} as Addresses

function lastStep(text: string, status = 400, url = 'http://app.test/callback') {
  const visit = { method: 'GET', url: `${url}?code=a`, status, location: undefined, ms: 5 }
  const page = { status, url, text, headers: new Headers(), visits: [visit] } as unknown as Page
  return stepsOf(page, APP, HERE).at(-1)
}

describe('what an app answered', () => {
  it('is told where it is an error, without its markup', () => {
    const page =
      '<html><head><style>p{color:red}</style></head><body><h1>Sorry</h1>\n<p>The state is <b>unknown</b>.</p></body>'
    expect(lastStep(page)).toMatchObject({
      step: 'app receives the code',
      ok: false,
      said: 'Sorry The state is unknown .',
    })
    expect(lastStep('{"error":"no key"}', 500)?.said).toBe('{"error":"no key"}')
  })

  it('has no secret in it, and an end', () => {
    expect(lastStep(`no code=${'x'.repeat(43)} here`)?.said).not.toContain('xxx')
    expect(lastStep('long '.repeat(9000))?.said).toHaveLength(300)
  })

  it('is nothing for a page that is no error, an empty one, and one of the domain itself', () => {
    expect(lastStep('fine', 200)).not.toHaveProperty('said')
    expect(lastStep('')).not.toHaveProperty('said')
    expect(lastStep('refused', 400, 'http://localhost:3000/oauth2/authorize')).not.toHaveProperty('said')
  })
})
