// Writes lib/fhir/r4-targets.ts from the definitions of FHIR R4 4.0.1, as scripts/r4-structure.mjs does and from the
// same folder: `node scripts/r4-targets.mjs FOLDER`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = process.argv[2]
if (!folder) {
  process.stderr.write('Give the folder with StructureDefinition-Patient.json and the like.\n')
  process.exit(2)
}

const definitions = readdirSync(folder)
  .filter((name) => /^StructureDefinition-.+\.json$/.test(name))
  .sort()
  .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')))
  .filter(({ kind, derivation }) => (kind === 'complex-type' || kind === 'resource') && derivation !== 'constraint')

const nameOf = (profile) => profile.slice(profile.lastIndexOf('/') + 1)

/** The resource types that an element may refer to; undefined if it is not a reference, or may refer to any type. */
function targetsOf({ type = [] }) {
  const profiles = type.find(({ code }) => code === 'Reference')?.targetProfile?.map(nameOf)
  return profiles?.includes('Resource') ? undefined : profiles
}

/** One line for the type, and one for each element that has child elements, if it restricts any reference. */
function linesOf({ snapshot }) {
  const lines = new Map()
  for (const element of snapshot.element.slice(1)) {
    const targets = targetsOf(element)
    if (!targets || (element.base?.path ?? element.path) !== element.path) continue
    const at = element.path.lastIndexOf('.')
    const [parent, name] = [element.path.slice(0, at), element.path.slice(at + 1).replace('[x]', 'Reference')]
    lines.set(parent, [...(lines.get(parent) ?? [parent]), `${name}:${targets.join('|')}`])
  }
  return [...lines.values()].map((words) => words.join(' '))
}

const lines = definitions.flatMap(linesOf)
const target = fileURLToPath(new URL('../lib/fhir/r4-targets.ts', import.meta.url))
writeFileSync(
  target,
  `// Made by scripts/r4-targets.mjs from the definitions of FHIR R4 4.0.1 (http://hl7.org/fhir/R4), which HL7 has put in
// the public domain (CC0 1.0). Do not edit.

/**
 * One type a line, and behind it those of its elements that are references to certain resource types: the member in JSON,
 * behind ":" the types. A reference that is not here may refer to any type.
 */
export const R4_TARGETS = \`
${lines.join('\n')}
\`
`,
)
process.stderr.write(`${lines.length} types\n`)
