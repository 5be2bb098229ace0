// What an app and a portal of one's own differ in: the key, the settings and the sample that they need, and what is seen
// of them. What is said of each is in guide-texts.ts, by the same names.
import { queryOf } from '#components/ui/address/query.ts'
import type { OwnApp, SeenStep } from '#lib/api/connect.ts'
import { envOf, type Opening, portalEnvOf } from './env.ts'

/** The languages that there is a sample in. */
export type SampleLanguage = 'node' | 'python' | 'java' | 'dotnet'
/** Its files, and the command that starts it. */
type Sample = { readonly files: readonly string[]; readonly run: string }

interface KindOfApp {
  /** What the samples sign with. */
  readonly alg: 'RS384' | 'ES384'
  readonly envFile: string
  readonly env: (app: OwnApp, kid: string | undefined, fhirBase: string, opening: Opening) => string
  /** True where the settings name the task that is opened. */
  readonly opensTask: boolean
  readonly zip: string
  readonly samples: Readonly<Record<SampleLanguage, Sample>>
  /** The steps that show that it works. */
  readonly steps: (app: OwnApp) => readonly SeenStep[]
  /** The part of the list of traces that has its launches, as a query. */
  readonly traces: (app: OwnApp) => string
}

/** By the kind that a developer chooses. */
export const KINDS = {
  module: {
    alg: 'RS384',
    envFile: 'app.env',
    env: envOf,
    opensTask: false,
    zip: 'sample-app.zip',
    samples: {
      node: { files: ['app.mjs'], run: 'node --env-file=app.env app.mjs' },
      python: { files: ['app.py'], run: 'python3 app.py' },
      java: { files: ['App.java'], run: 'java App.java' },
      dotnet: { files: ['Program.cs', 'App.csproj'], run: 'dotnet run' },
    },
    steps: ({ rights }) => [
      ...(['launch', 'authorize', 'code', 'bearer', 'read'] as const),
      ...(rights.length > 0 ? (['write'] as const) : []),
    ],
    traces: ({ clientId }) => queryOf({ app: clientId }),
  },
  platform: {
    alg: 'ES384',
    envFile: 'portal.env',
    env: portalEnvOf,
    opensTask: true,
    zip: 'sample-portal.zip',
    samples: {
      node: { files: ['launch.mjs'], run: 'node --env-file=portal.env launch.mjs > launch.html' },
      python: { files: ['launch.py'], run: 'python3 launch.py > launch.html' },
      java: { files: ['Launch.java'], run: 'java Launch.java > launch.html' },
      dotnet: { files: ['Launch.cs', 'Portal.csproj'], run: 'dotnet run > launch.html' },
    },
    steps: () => ['authorize', 'code'],
    traces: () => '',
  },
} as const satisfies Readonly<Record<string, KindOfApp>>

/** A kind that a developer chooses. */
export type Kind = keyof typeof KINDS

/** An app that signs launches besides is shown as an app. */
export const kindOf = ({ kind }: Pick<OwnApp, 'kind'>): Kind => (kind === 'platform' ? 'platform' : 'module')
