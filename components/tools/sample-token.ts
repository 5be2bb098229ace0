// A sample token: it has the shape of a launch token, and an invalid signature.
import { textToBase64url } from '#components/ui/keys/encoding.ts'

const LIFETIME_S = 300

/** `now` in epoch milliseconds. */
export function sampleToken(now: number, issuer: string): string {
  const iat = Math.floor(now / 1000)
  const header = { alg: 'RS384', kid: 'a-key-of-the-portal', typ: 'JWT' }
  const claims = {
    iss: new URL(issuer).hostname,
    aud: 'Device/demo-app',
    sub: 'Patient/marijke-jansen',
    resource: 'Task/sleep-diary-week-1',
    intent: 'order',
    iat,
    exp: iat + LIFETIME_S,
    jti: crypto.randomUUID(),
    'hti-version': '2.0',
  }
  const parts = [header, claims].map((part) => textToBase64url(JSON.stringify(part)))
  return `${parts.join('.')}.${textToBase64url('not a signature')}`
}
