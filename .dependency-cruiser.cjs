// The walls between the rooms (server/README.md). `npm run walls` fails on a breach.
const { builtinModules } = require('node:module')

const peers =
  'account|oauth|fhir|idp|launch|portal|browse|admin|connect|openapi|traces|ops|subscriptions|receiver|fhir-console|find'
const test = '(\\.test\\.tsx?$|/testing/)'
/** The rooms of the server that each of its rooms may import, beside itself and lib. A room that is not here imports lib alone. */
const ROOMS = {
  admin: 'fhir',
  browse: 'fhir', // The audit log is searched in the words of its store.ts.
  network: 'subscriptions',
  log: 'config',
  storage: `audit|keys|session|${peers}`, // Of the peers only their ports: see ports-are-all-they-know.
  subscriptions: 'fhir', // Criteria are read by the code of searches.
  session: 'audit|config|keys|idp|portal',
  demo: 'config|storage|fhir|idp',
  startup: 'config|log|storage|demo',
  domain: `audit|config|doctor|keys|log|network|storage|session|demo|startup|${peers}`,
  maintenance: 'domain',
  http: 'config|domain',
  next: 'config|demo|domain|http|maintenance|session|startup',
  doctor: 'config|keys|storage|demo|ops',
  backup: 'audit|config|keys|storage',
  cli: 'audit|backup|config|demo|doctor|domain|keys|log|network|startup|storage|fhir|idp|oauth|traces',
}
/** The floors of lib, the lowest first: a folder imports only those before it. `[^/]+$` is its files in no folder. */
const LIB = [
  ...['crypto/', '[^/]+$', 'async/', 'files/', 'threads/', 'i18n/', 'checks/', 'trace/', 'http/', 'oauth/', 'fhir/'],
  ...['html/', 'launch/', 'api/', 'audit/', 'trace-view/', 'docs/'],
]
/** What a room shows to others beside its face: `<room>.ts`, `deps.ts` and `store.ts`. Everything else is its own. */
const BESIDE_THE_FACE = [
  'admin/(audit-trail|import-report|status)',
  'browse/version-writers',
  'connect/samples',
  'fhir/(device-resource|outcome|resource-write|signup-resources|import/import(-files|-thread)?|search/search-query)',
  'idp/login/password',
  'oauth/(authorize/idp-client|clients/registration|profiles/(koppeltaal|profile))',
  'ops/(disk|proxy-echo)',
  'portal/(events/following|person)',
  'subscriptions/(endpoint-rules|page-deps)',
  'traces/(keys|listed|names|observed|recorder|rerun/port|signed-trace-ids|trace-access|view)',
]
/** The screens, each of which imports pieces and the screens before it. */
const SCREENS = [
  ...[
    'shell',
    'account',
    'admin',
    'tools',
    'portal',
    'fhir-console',
    'browse',
    'audit',
    'connect',
    'launch',
    'docs',
    'edit',
  ],
  ...['start', 'subscriptions', 'traces'],
]
const no = (name, from, to) => ({ name, severity: 'error', from, to })

module.exports = {
  forbidden: [
    no('no-cycles', {}, { circular: true }),
    no('lib-is-the-floor', { path: '^lib/', pathNot: test }, { path: '^(app|components|server|prisma|e2e)/' }),
    ...LIB.map((floor, at) =>
      no(
        'lib-has-floors',
        { path: `^lib/${floor}`, pathNot: test },
        { path: '^lib/', pathNot: `^lib/(${LIB.slice(0, at + 1).join('|')})` },
      ),
    ),
    no(
      'most-rooms-are-strangers',
      { path: '^server/([^/]+)/', pathNot: `${test}|^server/(${Object.keys(ROOMS).join('|')}|testing)/` },
      { path: '^server/', pathNot: '^server/$1/' },
    ),
    ...Object.entries(ROOMS).map(([room, others]) =>
      no(
        `${room}-imports-few-rooms`,
        { path: `^server/${room}/`, pathNot: test },
        { path: '^server/', pathNot: `^server/(${room}|${others})/` },
      ),
    ),
    no(
      'peers-have-faces',
      { path: '^server/([^/]+)/', pathNot: test },
      {
        path: `^server/(${peers})/`,
        pathNot: `^server/$1/|/(?:deps|store)\\.ts$|^server/([^/]+)/\\1\\.ts$|^server/(${BESIDE_THE_FACE.join('|')})\\.ts$`,
      },
    ),
    no(
      'protocol-is-framework-free',
      { path: `^(lib|server/(${peers}))/`, pathNot: test },
      { path: 'node_modules/(next|next-auth|react|react-dom|@prisma|better-sqlite3)(/|$)|^prisma/' },
    ),
    no(
      'prisma-lives-in-storage',
      // The raw baseline of the benchmark is a server of its own, with nothing of ours in it.
      { pathNot: '^(server/storage/(sqlite|postgres|prisma|records)|prisma|bench/raw)/' },
      { path: 'node_modules/(@prisma/|better-sqlite3|pg/)|^prisma/(postgres/)?generated' },
    ),
    no(
      'ports-are-all-they-know',
      { path: '^server/(storage|admin|browse)/', pathNot: test },
      { path: `^server/(${peers})/`, pathNot: '^server/$1/|/store\\.ts$' },
    ),
    no(
      'records-import-no-engine', // They are one code for each of them, over Prisma's client.
      { path: '^server/storage/records/', pathNot: test },
      { path: '^server/storage/(sqlite|postgres|prisma)/|node_modules/(better-sqlite3|pg)(/|$)' },
    ),
    no(
      'storage-has-one-door',
      // What is about the file itself asks the engine: backups, the doctor, imports, and which domain the file is of.
      {
        path: '^server/',
        pathNot: `${test}|^server/(storage/(sqlite|postgres|prisma)|backup|doctor)/|^server/storage/(open|inspect)\\.ts$|^server/cli/(import|resources)\\.ts$|^server/startup/domain-record\\.ts$`,
      },
      { path: '^server/storage/(sqlite|postgres)/' },
    ),
    no(
      'fast-path-has-one-door',
      // Each folder can be deleted with the one line that reaches it.
      { pathNot: `${test}|^server/http/(server\\.ts$|fast/)` },
      { path: '^server/http/fast/' },
    ),
    no(
      'fhir-cache-has-one-door',
      { pathNot: `${test}|^server/fhir/(fhir\\.ts$|cache/)` },
      { path: '^server/fhir/cache/' },
    ),
    no(
      'browsers-have-no-node', // lib/README.md says which half of lib that is.
      { path: '^components/', pathNot: test },
      { reachable: true, path: `^(node:)?(${builtinModules.join('|')})(/|$)` },
    ),
    no(
      'browsers-have-no-shapes', // Their types alone: what checks JSON is half as large as a page.
      { path: '^(components|lib/(?!api/))', pathNot: test },
      {
        path: '^lib/api/',
        pathNot: '(-words|/account|/openapi)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),
    no('pieces-know-no-screen', { path: '^components/ui/', pathNot: test }, { path: '^components/(?!ui/)' }),
    ...SCREENS.map((screen, at) =>
      no(
        'screens-stand-in-order',
        { path: `^components/${screen}/`, pathNot: test },
        { path: '^components/', pathNot: `^components/(ui|${SCREENS.slice(0, at + 1).join('|')})/` },
      ),
    ),
    no('ui-speaks-http', { path: '^components/' }, { path: '^(server|prisma)/' }),
    no('pages-go-through-few-doors', { path: '^app/' }, { path: '^server/', pathNot: '^server/next/' }),
    no('e2e-is-only-a-browser', { path: '^e2e/' }, { path: '^(server|app|components)/' }),
    no('no-test-code-in-product', { pathNot: `${test}|^server/testing/` }, { path: `${test}|^server/testing/` }),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(prisma/(postgres/)?generated|\\.next|dist|\\.scratch)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
