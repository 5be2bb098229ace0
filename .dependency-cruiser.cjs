// The walls between the rooms (server/README.md). `npm run walls` fails on a breach.
const peers = 'oauth|fhir|idp|launch|portal|browse|admin|connect|openapi|traces|ops'
const test = '(\\.test\\.tsx?$|/testing/)'
const no = (name, from, to) => ({ name, severity: 'error', from, to })

module.exports = {
  forbidden: [
    no('no-cycles', {}, { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } }),
    no('lib-is-the-floor', { path: '^lib/', pathNot: test }, { path: '^(app|components|server|prisma|e2e)/' }),
    no(
      'peers-are-strangers',
      { path: `^server/(${peers})/`, pathNot: test },
      { path: '^server/', pathNot: '^server/$1/' },
    ),
    no(
      'protocol-is-framework-free',
      { path: `^(lib|server/(${peers}))/`, pathNot: test },
      { path: 'node_modules/(next|next-auth|react|react-dom|@prisma|better-sqlite3)(/|$)|^prisma/' },
    ),
    no(
      'prisma-lives-in-storage',
      // The raw baseline of the benchmark is a server of its own, with nothing of ours in it.
      { pathNot: '^(server/storage/sqlite|prisma|bench/raw)/' },
      { path: 'node_modules/(@prisma/|better-sqlite3)|^prisma/generated' },
    ),
    no(
      'storage-knows-only-ports',
      { path: '^server/storage/', pathNot: test },
      { path: `^server/(${peers})/`, pathNot: '/store\\.ts$' },
    ),
    no(
      'storage-has-one-door',
      // What is about the file itself asks the engine: backups, the doctor, imports, and which domain the file is of.
      {
        path: '^server/',
        pathNot: `${test}|^server/(storage|backup|doctor)/|^server/cli/(import|resources)\\.ts$|^server/startup/domain-record\\.ts$`,
      },
      { path: '^server/storage/sqlite/' },
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
    no('ui-speaks-http', { path: '^components/' }, { path: '^(server|prisma)/' }),
    no(
      'pages-go-through-few-doors',
      { path: '^app/' },
      { path: '^server/', pathNot: '^server/(domain/domain|next/[^/]+)\\.ts$' },
    ),
    no('e2e-is-only-a-browser', { path: '^e2e/' }, { path: '^(server|app|components)/' }),
    no('no-test-code-in-product', { pathNot: `${test}|^server/testing/` }, { path: `${test}|^server/testing/` }),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(prisma/generated|\\.next|dist|\\.scratch)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
