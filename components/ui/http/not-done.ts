// The message about a failed change. Without an answer, nobody knows whether it was made.
import { HttpError } from './get-json.ts'
import type { httpTexts } from './texts.ts'

export interface NotDone {
  readonly title: string
  readonly sentences: readonly string[]
}

/** In the server's words, if there are any. */
export function notDoneText(error: Error, texts: (typeof httpTexts)['en']): NotDone {
  if (!(error instanceof HttpError)) return { title: texts.noAnswer, sentences: [texts.network, texts.perhapsDone] }
  const { problems, error_description } = (error.body ?? {}) as {
    readonly problems?: readonly string[]
    readonly error_description?: string
  }
  const title = texts.notDone
  if (problems?.length) return { title, sentences: problems }
  return { title, sentences: [error_description ?? texts.other(error.status)] }
}
