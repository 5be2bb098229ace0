// `npm run --silent sbom > slipway.cdx.json`: the software bill of materials of production as CycloneDX 1.5. npm makes
// it, and this script reduces it to production packages, because npm's --omit=dev loses packages that development also
// uses, such as jose.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isCalled } from './is-called.mjs'
import { npmSync } from './npm.mjs'
import { productionPackages } from './production-packages.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const LARGEST = 64 * 1024 * 1024

/** The bill of materials as an object. */
export function bill() {
  const { status, stdout, stderr } = npmSync(
    ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'],
    { maxBuffer: LARGEST },
  )
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`)
  const all = JSON.parse(stdout)
  const { name } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) // npm uses the name of the folder.
  const wanted = new Set(productionPackages().map(({ name, version }) => `${name}@${version}`))
  const isWanted = (reference) => wanted.has(reference) || reference === all.metadata.component['bom-ref']
  return {
    ...all,
    metadata: { ...all.metadata, component: { ...all.metadata.component, name } },
    components: all.components.filter((component) => isWanted(component['bom-ref'])),
    dependencies: all.dependencies
      .filter(({ ref }) => isWanted(ref))
      .map(({ dependsOn = [], ...one }) => ({ ...one, dependsOn: dependsOn.filter(isWanted) })),
  }
}

if (isCalled(import.meta.url)) process.stdout.write(`${JSON.stringify(bill(), null, 2)}\n`)
