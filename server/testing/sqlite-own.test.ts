// The list of tests that are SQLite's own names tests that there are.
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ofSqliteAlone, SQLITE_FILES, SQLITE_TESTS } from './sqlite-own.ts'

it('SQLite’s own are files and tests that there are, and no others by the same name', () => {
  expect(Object.keys(SQLITE_FILES).filter((file) => !existsSync(file))).toEqual([])
  const gone = Object.entries(SQLITE_TESTS).filter(
    ([name, [file]]) => !readFileSync(file, 'utf8').includes(`'${name}'`),
  )
  expect(gone).toEqual([])
})

it('a test is left out by its name and its file', () => {
  const [[name = '', [file = '', reason = ''] = []] = []] = Object.entries(SQLITE_TESTS)
  expect(ofSqliteAlone(name, `/anywhere/${file}`)).toBe(reason)
  expect(ofSqliteAlone(name, '/anywhere/other.test.ts')).toBeUndefined()
  expect(ofSqliteAlone(`${name} and more`, file)).toBeUndefined()
})
