// The walls between the rooms. `npm run walls` fails on a breach.
const peers = 'oauth|fhir|idp|launch|portal|browse|admin|connect|openapi|trace|ops'
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
      'prisma-lives-in-db',
      // The raw baseline of the benchmark is a server of its own, with nothing of ours in it.
      { pathNot: '^(server/db|prisma|bench/raw)/' },
      { path: 'node_modules/(@prisma/|better-sqlite3)|^prisma/generated' },
    ),
    no(
      'db-knows-only-ports',
      { path: '^server/db/', pathNot: test },
      { path: `^server/(${peers})/`, pathNot: '/store\\.ts$' },
    ),
    no('ui-speaks-http', { path: '^components/' }, { path: '^(server|prisma)/' }),
    no(
      'routes-go-through-wiring',
      { path: '^app/' },
      { path: '^server/', pathNot: '^server/(wiring|session|documents)\\.ts$' },
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
