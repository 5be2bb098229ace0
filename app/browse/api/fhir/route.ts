// A FHIR read for the record browser.
import { answer } from '#server/domain/domain.ts'

const handler = answer(({ browse }) => browse.fhir)

export {
  handler as GET,
  handler as HEAD,
  handler as POST,
  handler as PUT,
  handler as PATCH,
  handler as DELETE,
  handler as OPTIONS,
}
