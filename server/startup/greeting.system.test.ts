import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bundled } from '../testing/children.ts'

/** The output of a start on standard output and standard error, with lines of Next in between. */
async function started(env: Readonly<Record<string, string>>, problems: readonly string[] = []) {
  const folder = await bundled(['server/startup/greeting.ts', 'server/config/config.ts', 'server/log/log.ts'])
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const from = (name: string) => JSON.stringify(`file://${path.join(folder, name)}.mjs`)
  const script = `import { greet, takeConsole, tellMove } from ${from('greeting')}
    import { readConfig } from ${from('config')}
    import { createLog } from ${from('log')}
    const config = readConfig()
    tellMove(config, { from: 'http://localhost:3000', changes: ['One thing changes.', 'Another does.'], isElsewhere: true })
    takeConsole(createLog(config))
    console.log('\\u001b[32m✓\\u001b[39m Running next.config.js took 52ms')
    console.error(new Error('of a page'))
    process.emitWarning('A library uses something old.', 'DeprecationWarning', 'DEP0169')
    greet(config, 3.14159, ${JSON.stringify(problems)})`
  return new Promise<{ readonly stdout: string; readonly stderr: string }>((resolve, reject) =>
    execFile(
      process.execPath,
      ['--input-type=module', '-e', script],
      { env: { NODE_ENV: 'production', PATH: process.env['PATH'], ...env } },
      (error, stdout, stderr) => (error ? reject(error) : resolve({ stdout, stderr })),
    ),
  )
}

describe('what a start says', () => {
  it('is JSON from the first line on where LOG_FORMAT=json asks for it, without deprecations, and none of it is on standard output', async () => {
    const { stdout, stderr } = await started({ LOG_FORMAT: 'json', PORT: '3301' })
    expect(stdout).toBe('')
    expect(
      stderr
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { level: 40, from: 'http://localhost:3000', msg: 'One thing changes.' },
      { level: 40, msg: 'Another does.' },
      { level: 50, from: 'pages' },
      { level: 30, url: 'http://localhost:3301', demo: true, msg: 'Slipway is ready in 3.1 s' },
    ])
  })

  it('shows the notes of progress of the pages to whoever asks for them alone: a start that greets people is silent after it', async () => {
    const note = 'Running next.config.js'
    expect((await started({})).stderr).not.toContain(note)
    const lines = (await started({ LOG_LEVEL: 'debug' })).stderr.split('\n')
    expect(JSON.parse(lines.find((line) => line.includes(note)) ?? '')).toMatchObject({ level: 20, from: 'pages' })
  })

  it('greets people with the address and the logins of the demo otherwise', async () => {
    const { stdout, stderr } = await started({})
    expect(stdout).toBe('')
    expect(stderr).toContain(
      'This domain was started as http://localhost:3000 before. From now on:\n  - One thing changes.',
    )
    expect(stderr).toMatch(/Slipway {3}http:\/\/localhost:3000\n[\s\S]*marijke@demo\.test +demo[\s\S]*ready in 3\.1 s/)
  })

  it('names what keeps the service from being ready, as /readyz does', async () => {
    const full = ['There is hardly any disk space left.']
    const [asText, asJson] = [await started({}, full), await started({ LOG_FORMAT: 'json' }, full)]
    expect(asText.stderr).toContain('\n  not ready in 3.1 s: There is hardly any disk space left.\n')
    const said = asJson.stderr.trimEnd().split('\n').at(-1) ?? ''
    expect(JSON.parse(said)).toMatchObject({ level: 40, msg: `Slipway is not ready in 3.1 s: ${full.join(' ')}` })
  })

  it('shows no passwords where people log in at another identity provider, which does not know them', async () => {
    const issuer = 'https://idp.example.org'
    const { stderr } = await started({ SHARED_IDP_ISSUER: issuer, SHARED_IDP_CLIENT_ID: 'slipway' })
    expect(stderr).toContain(`Demo domain: invented people, who sign in at ${issuer}\n`)
    expect(stderr).toMatch(/marijke@demo\.test +Marijke Jansen, patient\n/)
    expect(stderr).not.toContain('passwords')
  })
})
