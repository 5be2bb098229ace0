// The list of tests that are SQLite's own names tests that there are.
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { filesBut, rulesOnPostgres } from './every-rule.ts'
import { BY_DAY, POSTGRES, RULES, SYSTEM } from './projects.ts'
import { ofSqliteAlone, SQLITE_FILES, SQLITE_TESTS } from './sqlite-own.ts'

it('SQLite’s own are files and tests that there are, and no others by the same name', () => {
  expect(Object.keys(SQLITE_FILES).filter((file) => !existsSync(file))).toEqual([])
  const gone = Object.entries(SQLITE_TESTS).filter(
    ([name, [file]]) => !readFileSync(file, 'utf8').includes(`'${name}'`),
  )
  expect(gone).toEqual([])
})

it('every rule of the server is run on PostgreSQL, at the latest at night, but those and the folder of SQLite', () => {
  const rules = filesBut(RULES, [...SYSTEM, ...POSTGRES, 'server/storage/sqlite/**'])
  const onPostgres = new Set(rulesOnPostgres())
  expect(rules.filter((file) => !onPostgres.has(file))).toEqual(Object.keys(SQLITE_FILES).toSorted())
  expect(filesBut(BY_DAY, rules)).toEqual([])
})

it('a test is left out by its name and its file', () => {
  const [[name = '', [file = '', reason = ''] = []] = []] = Object.entries(SQLITE_TESTS)
  expect(ofSqliteAlone(name, `/anywhere/${file}`)).toBe(reason)
  expect(ofSqliteAlone(name, '/anywhere/other.test.ts')).toBeUndefined()
  expect(ofSqliteAlone(`${name} and more`, file)).toBeUndefined()
})
