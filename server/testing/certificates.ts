// X.509 certificates for tests: an authority, and certificates that it signs for host names (RFC 5280). Node makes keys and
// signatures but no certificates, and not every machine has openssl, so the few DER structures are here.
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

export interface TestCertificate {
  readonly key: string
  readonly cert: string
}

interface Subject {
  readonly name: string
  /** Names that the certificate is for; an authority has none. */
  readonly hosts?: readonly string[]
  /** Days from now on which it is valid: from, to. */
  readonly valid?: readonly [number, number]
}

export interface TestAuthority {
  /** PEM, for those who trust it. */
  readonly certificate: string
  readonly issue: (subject: Subject) => TestCertificate
}

export function certificateAuthority(name: string): TestAuthority {
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    certificate: certificate({ name }, own.publicKey, name, own.privateKey),
    issue: (subject) => {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      return {
        key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
        cert: certificate(subject, publicKey, name, own.privateKey),
      }
    },
  }
}

const DAY_MS = 86_400_000
const SEQUENCE = 0x30
const ECDSA_WITH_SHA256 = '06082a8648ce3d040302'
const COMMON_NAME = '0603550403'
const BASIC_CONSTRAINTS = '0603551d13'
const SUBJECT_ALT_NAME = '0603551d11'

const hex = (text: string) => Buffer.from(text, 'hex')

/** Tag, length and content (X.690 §8.1). */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const distinguishedName = (name: string) =>
  der(SEQUENCE, der(0x31, der(SEQUENCE, hex(COMMON_NAME), der(0x0c, Buffer.from(name)))))

const time = (ms: number) => der(0x18, Buffer.from(new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, ''))) // GeneralizedTime

const extension = (id: string, value: Buffer) => der(SEQUENCE, hex(id), der(0x04, value))

function extensions(hosts: readonly string[] | undefined): Buffer {
  const known = hosts
    ? extension(SUBJECT_ALT_NAME, der(SEQUENCE, ...hosts.map((host) => der(0x82, Buffer.from(host)))))
    : extension(BASIC_CONSTRAINTS, der(SEQUENCE, hex('0101ff')))
  return der(0xa3, der(SEQUENCE, known))
}

function certificate(
  { name, hosts, valid = [-1, 1] }: Subject,
  key: KeyObject,
  issuer: string,
  signer: KeyObject,
): string {
  const algorithm = der(SEQUENCE, hex(ECDSA_WITH_SHA256))
  const [from, to] = valid.map((days) => time(Date.now() + days * DAY_MS)) as [Buffer, Buffer]
  const body = der(
    SEQUENCE,
    hex('a003020102'), // version 3
    der(0x02, Buffer.concat([hex('01'), randomBytes(8)])),
    algorithm,
    distinguishedName(issuer),
    der(SEQUENCE, from, to),
    distinguishedName(name),
    key.export({ type: 'spki', format: 'der' }),
    extensions(hosts),
  )
  const signature = der(0x03, hex('00'), sign('sha256', body, signer))
  const base64 = der(SEQUENCE, body, algorithm, signature)
    .toString('base64')
    .match(/.{1,64}/g)
  return `-----BEGIN CERTIFICATE-----\n${base64?.join('\n')}\n-----END CERTIFICATE-----\n`
}
