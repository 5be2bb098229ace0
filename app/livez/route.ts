// Whether the process answers.
import { answer } from '#server/domain/domain.ts'

const handler = answer(({ ops }) => ops.livez)

export {
  handler as GET,
  handler as HEAD,
  handler as POST,
  handler as PUT,
  handler as PATCH,
  handler as DELETE,
  handler as OPTIONS,
}
