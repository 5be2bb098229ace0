// Whether this server judges tokens for who asks.
import { answer } from '#server/domain/domain.ts'

const handler = answer(({ connect }) => connect.toolsMe)

export {
  handler as GET,
  handler as HEAD,
  handler as POST,
  handler as PUT,
  handler as PATCH,
  handler as DELETE,
  handler as OPTIONS,
}
