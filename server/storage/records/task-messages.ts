// What practitioners say with the tasks that they give, a row for each task.
import type { MessageStore } from '#server/portal/store.ts'
import type { Db } from './deps.ts'

/** The messages that the portal keeps. */
export const taskMessages = (db: Db): MessageStore => ({
  keep: async ({ key, author, text, expiresAt }, now) => {
    const client = await db()
    await client.taskMessage.deleteMany({ where: { expiresAt: { lte: new Date(now) } } })
    const until = new Date(expiresAt)
    const rows = await client.$executeRaw`
      INSERT INTO task_message (key, author, text, "expiresAt") VALUES (${key}, ${author}, ${text}, ${until})
      ON CONFLICT (key) DO UPDATE SET text = ${text}, "expiresAt" = ${until} WHERE task_message.author = ${author}`
    return rows === 1
  },
  forget: async (key, author) => {
    await (await db()).taskMessage.deleteMany({ where: { key, author } })
  },
  find: async (keys, now) => {
    if (keys.length === 0) return new Map()
    const where = { key: { in: [...keys] }, expiresAt: { gt: new Date(now) } }
    return new Map(
      (await (await db()).taskMessage.findMany({ where })).map(({ key, author, text }) => [key, { author, text }]),
    )
  },
})
