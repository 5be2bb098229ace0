// What trying a built service takes: sentences about what holds, a server that runs, and what it answers.
import { spawn } from 'node:child_process'

/** Who owns nothing: the user that an image's container, or another account of a machine, is tried as. Only root may. */
export const isRoot = process.getuid?.() === 0
export const NOBODY = 65_534
export const asNobody = isRoot ? { uid: NOBODY, gid: NOBODY } : {}

/** Prints a line. */
export const say = (text) => process.stdout.write(`${text}\n`)

/** Says that something holds, or throws it as an error, with what was said. */
export function must(holds, what, said = '') {
  if (!holds) throw new Error(`${what}\n${said}`.trim())
  say(`  ok  ${what}`)
}

/** Starts a program: its process, what it has said so far, and its exit status in time. */
export function started(program, args, options) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said += text
    })
  return { child, said: () => said, ended: new Promise((resolve) => child.once('close', resolve)) }
}

/** Waits until a server answers /readyz; throws what it said where it ends before, or takes longer. */
export async function mustBecomeReady({ child, said }, port, milliseconds) {
  const until = Date.now() + milliseconds
  while ((await fetch(`http://localhost:${port}/readyz`).catch(() => undefined))?.status !== 200) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`It does not start: ${said()}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Checks that each address answers 200, and that the page at / finds its style sheet. */
export async function mustAnswer(at, paths) {
  const get = (where) => fetch(at + where, { redirect: 'manual' })
  for (const where of paths) must((await get(where)).status === 200, `${where} answers`)
  const style = /href="(\/_next\/static\/[^"]+\.css)"/.exec(await (await get('/')).text())?.[1]
  must(style !== undefined && (await get(style)).status === 200, 'a page finds its style sheet')
}
