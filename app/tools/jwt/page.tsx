// Taking a token apart.
import { JwtTool } from '#components/tools/jwt-tool.tsx'

export default function Page() {
  return <JwtTool />
}
