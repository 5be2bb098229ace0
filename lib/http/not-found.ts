// Answers 404 in JSON at addresses that have nothing for machines. A person who requests HTML gets Next's page instead.
import { NO_STORE, respondJson } from './respond.ts'

/** The answer 404 `not_found` in JSON, which no cache may keep. */
export const nothingHere = () =>
  respondJson(404, { error: 'not_found', error_description: 'There is nothing at this address.' }, NO_STORE)
