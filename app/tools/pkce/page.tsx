// A code_verifier and its code_challenge.
import { PkceTool } from '#components/tools/pkce-tool.tsx'

export default function Page() {
  return <PkceTool />
}
