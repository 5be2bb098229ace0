// The signing keys.
import { KeyList } from '#components/admin/key-list.tsx'

export default function Page() {
  return <KeyList />
}
