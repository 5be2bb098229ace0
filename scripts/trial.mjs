// Parts of the scripts that try a built service: sentences about what holds, a free port, and the output of a process.
import { createServer } from 'node:net'

/** Prints a line. */
export const say = (text) => process.stdout.write(`${text}\n`)

/** Says that something holds, or throws it as an error. */
export function must(holds, what) {
  if (!holds) throw new Error(what)
  say(`  ok  ${what}`)
}

/** A port of this machine that is free at the moment. */
export const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })

/** Returns a function that gives everything that a process has written so far. */
export function outputOf(child) {
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text) => {
      said += text
    })
  return () => said
}

/** Checks that each address answers 200, and that the page at / finds its style sheet. */
export async function mustAnswer(at, paths) {
  const get = (where) => fetch(at + where, { redirect: 'manual' })
  for (const where of paths) must((await get(where)).status === 200, `${where} answers`)
  const style = /href="(\/_next\/static\/[^"]+\.css)"/.exec(await (await get('/')).text())?.[1]
  must(style !== undefined && (await get(style)).status === 200, 'a page finds its style sheet')
}
