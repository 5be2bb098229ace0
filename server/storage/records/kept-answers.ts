// What people answered in the demo app, a row for each person and task.
import type { KeptAnswers as Row } from '#prisma/generated/client.ts'
import type { AnswerStore, AnswersKey, KeptAnswers } from '#server/launch/store.ts'
import type { Db } from './deps.ts'

/** Answers of one patient that are shown at a time. */
const MOST_SHOWN = 100

const answersOf = ({ app, task, person, patient, answers, doneAt }: Row): KeptAnswers => ({
  ...{ app, task, person, patient },
  answers: JSON.parse(answers) as number[],
  doneAt: doneAt?.getTime(),
})

const draftOf = ({ app, task, person }: AnswersKey) => ({ app, task, person, doneAt: null })

/** The answers that the demo app keeps. */
export const keptAnswers = (db: Db): AnswerStore => ({
  keep: async ({ app, task, person, patient, answers, expiresAt }, now) => {
    const client = await db()
    await client.keptAnswers.deleteMany({ where: { expiresAt: { lte: new Date(now) } } })
    const [text, until] = [JSON.stringify(answers), new Date(expiresAt)]
    await client.$executeRaw`
      INSERT INTO kept_answers (app, task, person, patient, answers, "expiresAt")
      VALUES (${app}, ${task}, ${person}, ${patient}, ${text}, ${until})
      ON CONFLICT (app, task, person) DO UPDATE SET answers = ${text}, "expiresAt" = ${until}
      WHERE kept_answers."doneAt" IS NULL`
  },
  finish: async (key, now) => {
    await (await db()).keptAnswers.updateMany({ where: draftOf(key), data: { doneAt: new Date(now) } })
  },
  forget: async (key) => {
    await (await db()).keptAnswers.deleteMany({ where: draftOf(key) })
  },
  find: async ({ app, task, person }, now) => {
    const where = { app, task, person, expiresAt: { gt: new Date(now) } }
    const row = await (await db()).keptAnswers.findFirst({ where })
    return row ? answersOf(row) : undefined
  },
  about: async (app, patient, now) => {
    const where = { app, patient, doneAt: { not: null }, expiresAt: { gt: new Date(now) } }
    const orderBy = [{ doneAt: 'desc' }, { task: 'asc' }, { person: 'asc' }] as const
    const rows = await (await db()).keptAnswers.findMany({ where, orderBy: [...orderBy], take: MOST_SHOWN })
    return rows.map(answersOf)
  },
  removeAbout: async (patients) => {
    await (await db()).keptAnswers.deleteMany({ where: { patient: { in: [...patients] } } })
  },
})
