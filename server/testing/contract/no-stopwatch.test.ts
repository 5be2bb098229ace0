// No test fails because a machine is busy: none asserts how long something took.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const STOPWATCH = /expect\([^\n]*(?:performance|Date)\.now\(\) ?-[^\n]*\)\.toBeLess/
/** A time that was taken before it is judged. */
const TAKEN = /(?:const|let) (\w+) = [^\n]*(?:performance|Date)\.now\(\) ?-/g

const hasStopwatch = (text: string): boolean =>
  STOPWATCH.test(text) ||
  [...text.matchAll(TAKEN)].some(([, name]) =>
    new RegExp(String.raw`expect\([^\n]*\b${name}\b[^\n]*\)\.toBeLess`).test(text),
  )

it('no test has an upper bound for the time that something takes', () => {
  const tests = ['bench', 'components', 'e2e', 'lib', 'scripts', 'server']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
    .filter((file) => /\.(?:test|spec)\.tsx?$/.test(file))
  expect(tests.length).toBeGreaterThan(400)
  expect(tests.filter((file) => hasStopwatch(readFileSync(file, 'utf8')))).toEqual([])
})

it('such a bound is seen beside the clock, and where the time has a name', () => {
  const clock = ['performance', 'now() - begun'].join('.')
  expect(hasStopwatch(`expect(${clock}).toBeLessThan(50)`)).toBe(true)
  expect(hasStopwatch(`const took = ${clock}\nexpect(took).toBeLessThan(50)`)).toBe(true)
  expect(hasStopwatch(`const took = ${clock}\nexpect(took).toBeGreaterThan(50)`)).toBe(false)
})
