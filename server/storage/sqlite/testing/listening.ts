// Listens to what is run on a connection.
import type { Sqlite } from '../file/database.ts'

/** The texts of all statements run on a connection, and the text of each run. */
export function listening(sql: Sqlite): {
  readonly sql: Sqlite
  readonly texts: Set<string>
  readonly runs: string[]
} {
  const texts = new Set<string>()
  const runs: string[] = []
  const watched = (statement: object, text: string): object =>
    new Proxy(statement, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target)
        if (typeof member !== 'function') return member
        return (...args: readonly unknown[]) => {
          if (name === 'get' || name === 'all' || name === 'run' || name === 'iterate') {
            texts.add(text)
            runs.push(text)
          }
          const result: unknown = member.apply(target, args)
          return name === 'pluck' || name === 'raw' ? watched(result as object, text) : result
        }
      },
    })
  const recorder = new Proxy(sql, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target)
      if (name === 'prepare') return (text: string) => watched(target.prepare(text), text)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  return { sql: recorder, texts, runs }
}
