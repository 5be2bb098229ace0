import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { exportJWK } from 'jose'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readPrivateKey } from './private-key.ts'

/** A key in a PEM file, which says no kid, and an address with its public half. */
async function pemWithKeysAt(kid: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' })
  const directory = mkdtempSync(path.join(tmpdir(), 'slipway-key-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  writeFileSync(path.join(directory, 'private.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const other = await exportJWK(generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey)
  const keys = [
    { ...other, kid: 'another' },
    { ...(await exportJWK(publicKey)), kid },
  ]
  const server = createServer((_, response) => response.end(JSON.stringify({ keys })))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { directory, jwksUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks` }
}

describe('a private key from a file without a kid', () => {
  it('gets the kid of its public half at jwks_url', async () => {
    const { directory, jwksUrl } = await pemWithKeysAt('of-2026')
    expect(await readPrivateKey('private.pem', directory, { clientId: 'own', jwksUrl })).toMatchObject({
      kid: 'of-2026',
      alg: 'ES384',
    })
  })

  it('signs with the algorithm that its public half is registered for', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const directory = mkdtempSync(path.join(tmpdir(), 'slipway-key-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    writeFileSync(path.join(directory, 'private.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'rsa-1', alg: 'PS256' }] }
    const owner = { clientId: 'own', jwks }
    expect(await readPrivateKey('private.pem', directory, owner)).toMatchObject({ kid: 'rsa-1', alg: 'PS256' })
  })

  it('gets its thumbprint as kid when jwks_url cannot be read', async () => {
    const { directory } = await pemWithKeysAt('of-2026')
    const { kid } = await readPrivateKey('private.pem', directory, {
      clientId: 'own',
      jwksUrl: 'http://127.0.0.1:9/jwks',
    })
    expect(kid).toMatch(/^[\w-]{43}$/)
  })
})
