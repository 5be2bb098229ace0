// The documents name checks, rows, metrics, settings, commands and files that exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { CHECK_NAMES } from '#lib/checks/checks.ts'
import { program } from '#server/cli/program/program.ts'
import { ENVIRONMENT_NAMES, SECRET_SETTINGS } from '#server/config/config.ts'
import { runningDomain } from '../running.ts'

const guide = readFileSync('docs/how-to/operate.md', 'utf8')
const threats = readFileSync('SECURITY.md', 'utf8')

const namesIn = (text: string, shape: RegExp) => new Set(text.match(shape))

describe('the threat model', () => {
  it('names checks that are run', () => {
    const named = namesIn(threats, /(?<=`)(authorize|launch|token|introspect|fhir|idp|user|portal|app)\.[a-z_]+(?=`)/g)
    expect(named.size).toBeGreaterThan(20)
    expect([...named].filter((name) => !(CHECK_NAMES as readonly string[]).includes(name))).toEqual([])
  })

  it('names rows of the conformance table', () => {
    const rows = namesIn(readFileSync('docs/reference/conformance-rows.tsv', 'utf8'), /\b[A-Z]{3}-\d{2}\b/g)
    const named = namesIn(threats, /\b[A-Z]{3}-\d{2}\b/g)
    expect(named.size).toBeGreaterThan(30)
    expect([...named].filter((id) => !rows.has(id))).toEqual([])
  })
})

describe('the guide for operators', () => {
  it('names settings that are there', () => {
    const known = [...ENVIRONMENT_NAMES, ...SECRET_SETTINGS.map((name) => `${name}_FILE`)]
    const others = [
      'NODE_EXTRA_CA_CERTS',
      'NODE_TLS_REJECT_UNAUTHORIZED',
      'SHARED_IDP_',
      'SLIPWAY_HOST',
      'SQLITE_BUSY',
      'CLIENT_ID',
    ]
    const named = namesIn(guide, /(?<=[`\s,(])[A-Z]{2,}_[A-Z_]+\b/g)
    expect([...named].filter((name) => ![...known, ...others].includes(name))).toEqual([])
  })

  it('names metrics that are served', async () => {
    const running = await runningDomain()
    await fetch(`${running.url}/livez`)
    const text = await (await fetch(`${running.url}/metrics`)).text()
    const served = namesIn(text, /(?<=^# TYPE )\S+/gm)
    const named = namesIn(guide, /\b(slipway|nodejs|process)_[a-z0-9_]+[a-z0-9]/g)
    expect(named.size).toBeGreaterThan(10)
    expect([...named].filter((name) => !served.has(name.replace(/_(bucket|count|sum)$/, '')))).toEqual([])
  })

  it('LIM-10 says for every table whose rows expire what deletes them', () => {
    const schema = readFileSync('prisma/schema.prisma', 'utf8')
    const expiring = [...schema.matchAll(/^model \w+ \{[^}]*?\bexpiresAt\b[^}]*@@map\("(\w+)"\)/gm)].map(
      ([, name]) => name,
    )
    expect(expiring.length).toBeGreaterThan(10)
    expect(expiring.filter((name) => !guide.includes(`\`${name}\``))).toEqual([])
  })

  it('names npm scripts that are there', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
    const named = namesIn(guide, /(?<=npm run (--silent )?)[a-z:]+/g)
    expect([...named].filter((name) => !(name in scripts))).toEqual([])
  })

  it('names every item of the check-list', () => {
    const items = namesIn(readFileSync('server/doctor/production.ts', 'utf8'), /(?<=violation\(\s*')[a-z_]+(?=')/g)
    expect(items.size).toBeGreaterThan(5)
    for (const item of items) expect(guide).toContain(`| \`${item}\` |`)
  })
})

describe('the reference of the command line', () => {
  const reference = readFileSync('docs/reference/command-line.md', 'utf8')

  /** Every command that does something, as it is typed. */
  const commandsIn = (made: Command, path = ''): readonly string[] => {
    const below = made.commands.flatMap((one) => commandsIn(one, `${path} ${one.name()}`.trim()))
    return below.length > 0 ? below : [path]
  }

  it('has every command of the program, and no other', () => {
    const written = [...reference.matchAll(/^\| (`.*?) \|/gm)]
      .flatMap(([, cell = '']) => [...cell.matchAll(/`(?:slipway )?([a-z]+(?: [a-z-]+)?)/g)])
      .map(([, command = '']) => command)
    const commands = commandsIn(program('.'))
    expect(commands.length).toBeGreaterThan(30)
    const known = new Set(written.map((command) => (commands.includes(command) ? command : command.split(' ')[0])))
    expect([...known].sort()).toEqual([...commands].sort())
  })
})

describe('the reference of settings', () => {
  // `npm run test:rules -- operation-documents -u` makes it anew.
  it('is .env.example, whole', async () => {
    const document = path.resolve('docs/reference/settings.md')
    const block = `\`\`\`sh as-is\n${readFileSync('.env.example', 'utf8')}\`\`\`\n`
    const made = readFileSync(document, 'utf8').replace(/```sh as-is\n[\s\S]*?```\n/, () => block)
    expect(made).toContain(block)
    await expect(made).toMatchFileSnapshot(document)
  })
})

describe('the guide to containers', () => {
  const docker = readFileSync('docs/how-to/docker.md', 'utf8')

  it('sets settings that are there, in the image as it is built', () => {
    const set = namesIn(docker, /(?<=-e )[A-Z_]+(?==)/g)
    expect([...set]).toEqual(['SLIPWAY_ENV', 'PUBLIC_URL', 'DEMO', 'PORT'])
    expect([...set].filter((name) => !ENVIRONMENT_NAMES.includes(name))).toEqual([])
    expect(readFileSync('Dockerfile', 'utf8')).toMatch(
      /SLIPWAY_ENV=production HOST=0\.0\.0\.0 PORT=3000 DATA_DIR=\/data/,
    )
  })

  it('names the services, volumes and limits of compose.yaml', () => {
    const compose = readFileSync('compose.yaml', 'utf8')
    expect(namesIn(docker, /(?<=compose exec )\w+/g)).toEqual(new Set(['slipway']))
    for (const line of ['  slipway:', 'volumes: ["data:/data"]', 'mem_limit: 1g', 'condition: service_healthy'])
      expect(compose).toContain(line)
    expect(compose).toContain('openssl rand -base64 32 > metrics-token && chmod 600 metrics-token')
  })
})

describe('a decision', () => {
  const decisions = readdirSync('docs/decisions').filter((file) => file.endsWith('.md'))

  it.each(decisions)('says what is decided, what follows, and one number: %s', (file) => {
    const text = readFileSync(`docs/decisions/${file}`, 'utf8')
    expect(['Decision', 'Consequence', 'Number'].filter((part) => !text.includes(`\n**${part}.**`))).toEqual([])
    expect(text.split('\n').length).toBeLessThan(45) // Measurements are for docs/explanation.
  })
})

describe('paths in the documents', () => {
  const documents = [
    ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'server/README.md', 'bench/README.md'],
    ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((file) => path.join('docs', file)),
  ].filter((file) => file.endsWith('.md'))

  it('are there', () => {
    const rooted = /(?<=`)(?:app|bench|components|docs|e2e|lib|prisma|scripts|server)\/[\w./-]+(?=`)/g
    const missing = documents.flatMap((document) =>
      [...namesIn(readFileSync(document, 'utf8'), rooted)]
        .filter((file) => !existsSync(file))
        .map((file) => `${document}: ${file}`),
    )
    expect(missing).toEqual([])
  })

  it('are there where they are links', () => {
    const relative = /(?<=\]\()(?!https?:|\/|#)[^)#\s]+/g
    const missing = documents.flatMap((document) =>
      [...namesIn(readFileSync(document, 'utf8'), relative)]
        .filter((link) => !existsSync(path.join(path.dirname(document), link)))
        .map((link) => `${document}: ${link}`),
    )
    expect(missing).toEqual([])
  })

  it('lead from every question of a contributor to a file', () => {
    const contributing = readFileSync('CONTRIBUTING.md', 'utf8')
    const questions = contributing.split('\n').filter((line) => /^\| [^|]+\? \|/.test(line))
    expect(questions.length).toBeGreaterThanOrEqual(20)
    expect(questions.filter((line) => !/`[\w.]+\/[\w./-]+`/.test(line))).toEqual([])
  })

  it('name every room of the server', () => {
    const readme = readFileSync('server/README.md', 'utf8')
    const rooms = readdirSync('server', { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(rooms.map(({ name }) => name).filter((name) => !readme.includes(`\`${name}/\``))).toEqual([])
  })
})
