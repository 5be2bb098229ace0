// A minimal token for an authenticated client: verifies the assertion's signature, consumes its jti, signs a token, and
// answers once the jti is on the disk. With a code, consumes that as well.
import { generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import type { Settings, Uses } from '../settings.ts'
import type { Codes } from './launch.ts'

interface Parts extends Uses {
  readonly codes?: Codes
}

export async function tokens({ clientKey }: Pick<Settings, 'clientKey'>, { useUp, durable, codes }: Parts) {
  const theirs = await importJWK(clientKey as JWK, 'RS384')
  const keys = { ES256: await generateKeyPair('ES256'), RS256: await generateKeyPair('RS256') }
  return async (body: string): Promise<string> => {
    const form = new URLSearchParams(body)
    const { payload } = await jwtVerify(form.get('client_assertion') ?? '', theirs, { algorithms: ['RS384'] })
    if (!(await useUp(payload.jti ?? '', payload.exp ?? 0))) throw new Error('used before')
    const code = form.get('code')
    const subject = code === null ? payload.sub : codes?.use(code)
    const alg = code === null ? 'ES256' : 'RS256' // An access token, or the id_token of a launch.
    const token = await new SignJWT({ sub: String(subject), jti: crypto.randomUUID() })
      .setProtectedHeader({ alg })
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(keys[alg].privateKey)
    await durable()
    return JSON.stringify({ access_token: token, ...(code === null ? {} : { id_token: token }) })
  }
}
