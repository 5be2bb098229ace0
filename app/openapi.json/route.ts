// The description of the service for machines (OpenAPI 3.1).
import { answer } from '#server/domain/domain.ts'

const handler = answer(({ openapi }) => openapi.document)

export {
  handler as GET,
  handler as HEAD,
  handler as POST,
  handler as PUT,
  handler as PATCH,
  handler as DELETE,
  handler as OPTIONS,
}
