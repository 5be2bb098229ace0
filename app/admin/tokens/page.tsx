// The tokens of administrators.
import { TokenList } from '#components/admin/token-list.tsx'

export default function Page() {
  return <TokenList />
}
