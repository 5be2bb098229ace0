// The figures of the service, for its operator (Prometheus text format 0.0.4).
import { answer } from '#server/domain/domain.ts'

const handler = answer(({ ops }) => ops.metrics)

export {
  handler as GET,
  handler as HEAD,
  handler as POST,
  handler as PUT,
  handler as PATCH,
  handler as DELETE,
  handler as OPTIONS,
}
