// compose.cluster.yaml, held to what the image and the settings take: no container engine is needed for that.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ENVIRONMENT_NAMES, readConfig, SECRET_SETTINGS } from '../server/config/config.ts'
import { testDomain } from '../server/testing/domain.ts'
import { environmentOf, stages } from './trials/image.mjs'

const COMPOSE = readFileSync('compose.cluster.yaml', 'utf8')
const CADDY = readFileSync('deploy/Caddyfile.cluster', 'utf8')
const HOST = 'launch.example.org'
const [, IMAGE = []] = stages()
/** PostgreSQL's major version that is needed at least. */
const OLDEST = 15

/** The lines below the one that begins with a key, as far as they stand deeper. */
function below(text: string, key: string): string {
  const lines = text.split('\n')
  const at = lines.findIndex((line) => line.startsWith(key))
  expect(at, key).not.toBe(-1)
  const rest = lines.slice(at + 1)
  const depth = key.search(/\S/)
  const end = rest.findIndex((line) => line.trim() !== '' && line.search(/\S/) <= depth)
  return rest.slice(0, end === -1 ? rest.length : end).join('\n')
}

/** The entries of some lines by name, without comments and quotes. */
const entriesOf = (lines: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...lines.matchAll(/^ +(\w+): "?(.*?)"?(?: #.*)?$/gm)].map(([, name = '', value = '']) => [name, value]),
  )

const slipway = below(COMPOSE, 'x-slipway:')
const services = below(COMPOSE, 'services:')
const postgres = below(services, '  postgres:')
/** The files of the secrets, by name. */
const files: Readonly<Record<string, string>> = Object.fromEntries(
  [...below(COMPOSE, 'secrets:').matchAll(/^ {2}(\w+):\n {4}file: \.\/(\S+)/gm)].map(([, name, file]) => [name, file]),
)

/** A folder where the commands of the guide have made the secrets, but for their owner. */
function withSecrets(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'slipway-compose-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const guide = readFileSync('docs/how-to/several-machines.md', 'utf8')
  const [, commands = ''] = /^```sh as-is\n(umask 077\n[\s\S]*?)^```$/m.exec(guide) ?? []
  const here = commands.split('\n').filter((line) => !/^sudo |docker compose/.test(line))
  execFileSync('bash', ['-ec', here.join('\n')], { cwd: folder })
  return folder
}

describe('compose.cluster.yaml', () => {
  it('gives each Slipway settings that there are, with secrets as the guide makes them, and they are read', () => {
    const folder = withSecrets()
    const given = entriesOf(below(slipway, '  environment:'))
    const known = [...ENVIRONMENT_NAMES, ...SECRET_SETTINGS.map((name) => `${name}_FILE`)]
    expect(Object.keys(given).filter((name) => !known.includes(name))).toEqual([])
    const placed = Object.entries(given).map(([name, value]) => {
      const [, secret] = /^\/run\/secrets\/(\w+)$/.exec(value) ?? []
      return [name, secret ? path.join(folder, String(files[secret])) : value.replace(/\$\{SLIPWAY_HOST:.*\}/, HOST)]
    })
    const config = readConfig({ ...environmentOf(IMAGE), ...Object.fromEntries(placed) })
    const password = readFileSync(path.join(folder, 'database-password'), 'utf8').trim()
    const { POSTGRES_USER: user } = entriesOf(below(postgres, '    environment:'))
    expect(config.postgresUrl).toBe(`postgres://${user}:${password}@postgres:5432/${user}`)
    expect([config.production, config.demo, config.publicUrl]).toEqual([true, false, `https://${HOST}`])
  })

  it('declares the secrets that it names, and their files stay out of the repository and of the image', () => {
    const declared = Object.keys(files).toSorted()
    const used = [...COMPOSE.matchAll(/: \/run\/secrets\/(\w+)/g)].map(([, name]) => name)
    const listed = [...COMPOSE.matchAll(/^ +secrets: \[(.*)\]$/gm)].flatMap(([, names = '']) => names.split(', '))
    expect([used.toSorted(), listed.toSorted()]).toEqual([declared, declared])
    for (const ignoring of ['.gitignore', '.dockerignore'])
      expect(readFileSync(ignoring, 'utf8').split('\n'), ignoring).toEqual(expect.arrayContaining(Object.values(files)))
  })

  it('waits for what says that it is healthy, by an address that the service has', async () => {
    const hasCheck = (name: string) =>
      services.includes(`  ${name}: *slipway`)
        ? IMAGE.some(({ word }) => word === 'HEALTHCHECK')
        : below(services, `  ${name}:`).includes('healthcheck:')
    const awaited = [...COMPOSE.matchAll(/^ +(\w+): \{ condition: service_healthy \}$/gm)].map(([, name = '']) => name)
    expect(awaited.map((name) => [name, hasCheck(name)])).toEqual(
      ['postgres', 'one', 'two'].map((name) => [name, true]),
    )
    const [, address = ''] = /health_uri (\S+)/.exec(CADDY) ?? []
    const { fetch } = await testDomain()
    expect(await (await fetch(address)).json()).toMatchObject({ status: 'ready' })
  })

  it('leads to every Slipway at the port of the image, and keeps /metrics inside', () => {
    const names = [...services.matchAll(/^ {2}(\w+): \*slipway$/gm)].map(([, name]) => name)
    const { PORT: port } = environmentOf(IMAGE)
    expect(CADDY).toContain(`reverse_proxy ${names.map((name) => `${name}:${port}`).join(' ')} {`)
    expect(CADDY).toContain('path /metrics /metrics/*')
  })

  it('names a version of each image, and files that are there', () => {
    const images = [...COMPOSE.matchAll(/^ +image: (\w+):(\d+)(?:\.\d+)?-alpine$/gm)]
    expect(images.map(([, name]) => name)).toEqual(['postgres', 'caddy'])
    expect(COMPOSE.match(/^ +image: /gm)).toHaveLength(images.length)
    expect(Number(images[0]?.[2])).toBeGreaterThanOrEqual(OLDEST)
    expect(readFileSync('compose.yaml', 'utf8')).toContain(/image: caddy:\S+/.exec(COMPOSE)?.[0])
    for (const [, file = ''] of COMPOSE.matchAll(/^ +- \.\/(\S+?):\//gm)) expect(existsSync(file), file).toBe(true)
    for (const [, file = ''] of COMPOSE.matchAll(/^# .*(docs\/\S+\.md)/gm))
      expect(readFileSync(file, 'utf8').includes('compose.cluster.yaml'), file).toBe(true)
  })

  it('gives a Slipway more time to stop than it needs, and a data folder of the user of the image', () => {
    const { SHUTDOWN_TIMEOUT: seconds } = entriesOf(below(slipway, '  environment:'))
    const [, grace] = /stop_grace_period: (\d+)s/.exec(slipway) ?? []
    expect(Number(grace)).toBeGreaterThan(Number(seconds))
    expect(IMAGE.find(({ word }) => word === 'USER')?.rest).toBe('node') // 1000 in the images of Node.
    expect(slipway).toContain(`"${environmentOf(IMAGE)['DATA_DIR']}:uid=1000,gid=1000,mode=700,`)
    expect(slipway).toContain('read_only: true')
  })
})
