// A minimal launch up to its code: verifies the launch token's signature, consumes its jti, gets a code from the
// provider and exchanges it for an id_token. What was consumed is on the disk before each redirect.
import type { Database as Sqlite } from 'better-sqlite3'
import { generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import type { Settings, Uses } from '../settings.ts'

export interface Codes {
  readonly issue: (subject: string) => string
  /** The subject of an unused code; throws for any other code. */
  readonly use: (code: string) => string
}

function codeStore(own: Sqlite): Codes {
  const insert = own.prepare('INSERT INTO code (code, subject) VALUES (?, ?)')
  const use = own
    .prepare<[number, string], string>('UPDATE code SET usedAt = ? WHERE code = ? AND usedAt IS NULL RETURNING subject')
    .pluck()
  return {
    issue: (subject) => {
      const code = crypto.randomUUID()
      insert.run(code, subject)
      return code
    },
    use: (code) => {
      const subject = use.get(Date.now(), code)
      if (subject === undefined) throw new Error('no such code')
      return subject
    },
  }
}

export async function launches(own: Sqlite, { platformKey, port }: Settings, { useUp, durable }: Uses) {
  const theirs = await importJWK(platformKey as JWK)
  const provider = await generateKeyPair('ES256')
  const codes = codeStore(own)
  const at = (path: string) => `http://localhost:${port}${path}`

  const authorize = async (asked: URLSearchParams): Promise<string> => {
    const { payload } = await jwtVerify(asked.get('launch') ?? '', theirs)
    if (!(await useUp(payload.jti ?? '', payload.exp ?? 0))) throw new Error('used before')
    await durable()
    return at(`/provider?state=${codes.issue(String(payload.sub))}`)
  }
  const provide = async (asked: URLSearchParams): Promise<string> =>
    at(`/callback?code=${codes.issue(codes.use(asked.get('state') ?? ''))}`)
  const callBack = async (asked: URLSearchParams): Promise<string> => {
    const subject = codes.use(asked.get('code') ?? '')
    const token = await new SignJWT({ sub: subject }).setProtectedHeader({ alg: 'ES256' }).sign(provider.privateKey)
    await jwtVerify(token, provider.publicKey)
    await durable()
    return at(`/app?code=${codes.issue(subject)}`)
  }
  return { authorize, provide, callBack, codes }
}
