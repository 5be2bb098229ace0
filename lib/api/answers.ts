// The JSON of GET and POST /launch/api/answers: what people answered in the demo app, which keeps it itself.
import { z } from 'zod'
import { anyText, object, type Shown } from './shape.ts'

/** More than any questionnaire of the app has. */
const MOST_QUESTIONS = 50
const MOST_CHOICES = 20

/** For each question the place of the answer among those to choose from. */
const answers = z
  .array(
    z
      .int()
      .min(0)
      .max(MOST_CHOICES - 1),
  )
  .max(MOST_QUESTIONS)

const given = object({
  task: z.string(),
  title: anyText.describe('What the task is called; for practitioners who review.'),
  person: z.string().describe('Who answered.'),
  answers,
  doneAt: anyText.describe('When the task was completed; not there for a draft.'),
})
export type GivenAnswers = Shown<typeof given>

const kept = object({
  own: given.exactOptional().describe('What the person of the launch answered for its task; a draft, too.'),
  about: z
    .array(given)
    .describe(
      'Answers of completed tasks, the newest first: of patients about themselves, and for practitioners who review, all about the patient of their task.',
    ),
  other: object({
    person: z.string().describe('Whose task it is.'),
    name: anyText,
    answered: z.number().describe('How many questions have an answer so far. Which one, a review says.'),
  })
    .exactOptional()
    .describe('For a practitioner who looks at a task of somebody else about the patient.'),
})
export type ShownAnswers = Shown<typeof kept>

/** A draft of the person of the launch for its task; without answers it is removed. */
export const answersForm = z.strictObject({
  /** The launch, as `id` of its session. */
  session: z.string().max(64),
  answers,
})
export type AnswersForm = z.infer<typeof answersForm>

/** The answers below /launch/api/answers by the name that /openapi.json gives their shape. */
export const ANSWERS_ANSWERS = { KeptAnswers: kept }
