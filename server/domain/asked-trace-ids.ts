// X-Trace-Ids of requests that pages send in somebody's name.
import { type SignedTraceIds, signedTraceIds } from '../traces/signed-trace-ids.ts'
import type { Dependencies } from './ports.ts'

export const askedTraceIds = ({ keys, random }: Pick<Dependencies, 'keys' | 'random'>): SignedTraceIds =>
  signedTraceIds({ secret: () => keys.secret('asked-traces'), random })
