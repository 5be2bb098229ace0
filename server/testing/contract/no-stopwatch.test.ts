// No test fails because a machine is busy: none asserts how long something took.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const STOPWATCH = /expect\([^\n]*(?:performance|Date)\.now\(\) ?-[^\n]*\)\.toBeLess/

it('no test has an upper bound for the time that something takes', () => {
  const tests = ['bench', 'components', 'e2e', 'lib', 'scripts', 'server']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
    .filter((file) => /\.(?:test|spec)\.tsx?$/.test(file))
  expect(tests.length).toBeGreaterThan(400)
  expect(tests.filter((file) => STOPWATCH.test(readFileSync(file, 'utf8')))).toEqual([])
})
