// The sample apps and portals below samples/. Only names on the list are read: no address leads elsewhere.
import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** File names by the folder that they are in. */
const SAMPLES: Readonly<Record<string, string>> = {
  'app.mjs': 'node',
  'app.py': 'python',
  'App.java': 'java',
  'Program.cs': 'dotnet',
  'App.csproj': 'dotnet',
  'launch.mjs': 'portal',
  'launch.py': 'portal',
  'Launch.java': 'portal',
  'Launch.cs': 'portal',
  'Portal.csproj': 'portal',
}

/** The source of a sample; undefined when there is none of that name. */
export async function findSample(name: string): Promise<string | undefined> {
  const folder = Object.hasOwn(SAMPLES, name) ? SAMPLES[name] : undefined
  return folder && readFile(path.join(process.cwd(), 'samples', folder, name), 'utf8')
}
