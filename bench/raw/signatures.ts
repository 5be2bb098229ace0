// Signature work alone, on the server's core: the number of token requests, or launches, that it would allow without
// any other work. Counts for as many seconds as each message says. Started by bench/processes.ts.
import { exportJWK, generateKeyPair, importJWK, type JWTPayload, jwtVerify, SignJWT } from 'jose'

/** The claims of an access token, so that the signed data has a typical length. */
const CLAIMS: JWTPayload = {
  iss: 'http://localhost:3000',
  sub: 'bench-app',
  aud: 'http://localhost:3000/fhir/DEFAULT',
  client_id: 'bench-app',
  scope: 'system/*.rs',
  jti: '0b2f5f0e-8a52-4f0c-9d5e-5f7d3a5b7c11',
}

async function pair(alg: string) {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  const key = await importJWK(await exportJWK(publicKey), alg)
  const sign = () =>
    new SignJWT(CLAIMS).setProtectedHeader({ alg }).setIssuedAt().setExpirationTime('1h').sign(privateKey)
  const token = await sign()
  return { sign, verify: () => jwtVerify(token, key, { algorithms: [alg] }) }
}

const [rs256, rs384, es256] = await Promise.all([pair('RS256'), pair('RS384'), pair('ES256')])

/**
 * One unit of each kind. A launch verifies the launch token, signs and verifies an id_token of the provider, then signs
 * ours.
 */
const WORK = {
  token: async () => {
    await rs384.verify()
    await es256.sign() // the access token
  },
  launch: async () => {
    await rs384.verify() // the launch token
    await es256.sign() // the provider's id_token
    await es256.verify()
    await rs384.verify() // the client assertion
    await rs256.sign() // our id_token
  },
}

/** Does one kind of work for some seconds, as its JSON says, and counts it. */
export async function signatures(body: string): Promise<string> {
  const { kind, seconds } = JSON.parse(body) as { readonly kind: keyof typeof WORK; readonly seconds: number }
  const start = performance.now()
  const startCpu = process.cpuUsage()
  let count = 0
  while (performance.now() - start < seconds * 1000) {
    await WORK[kind]()
    count += 1
  }
  const { user, system } = process.cpuUsage(startCpu)
  return JSON.stringify({ count, took: (performance.now() - start) / 1000, cpuSeconds: (user + system) / 1e6 })
}
