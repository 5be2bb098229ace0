// Making a key pair.
import { KeysTool } from '#components/tools/keys-tool.tsx'

export default function Page() {
  return <KeysTool />
}
