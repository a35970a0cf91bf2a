// Who may import whom, type-only imports included; docs/architecture.md gives the reasons. Run by scripts/checks/import-map.ts.

const test = String.raw`\.test\.tsx?$`
const testFolders = '^tests/|^sandbox/test-support/'

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const betweenFiles = [
  {
    name: 'rules-import-nothing',
    severity: 'error',
    from: { path: '^src/rules/', pathNot: test },
    to: { pathNot: '^src/rules/' },
  },
  {
    name: 'contracts-import-rules-and-zod',
    severity: 'error',
    from: { path: '^src/contracts/', pathNot: test },
    to: { pathNot: '^src/(contracts|rules)/|^node_modules/zod/' },
  },
  {
    name: 'web-imports-no-server',
    severity: 'error',
    from: { path: '^src/web/' },
    to: { path: '^src/server/' },
  },
  {
    name: 'server-imports-no-web',
    severity: 'error',
    from: { path: '^src/server/' },
    to: { path: '^src/web/' },
  },
  {
    name: 'ui-knows-no-business-word',
    severity: 'error',
    from: { path: '^src/web/ui/', pathNot: test },
    to: { path: '^src/', pathNot: '^src/web/ui/' },
  },
  {
    name: 'web-api-knows-no-feature',
    severity: 'error',
    from: { path: '^src/web/api/', pathNot: test },
    to: { path: '^src/web/', pathNot: '^src/web/api/' },
  },
  {
    name: 'forms-and-player-know-no-feature',
    severity: 'error',
    from: { path: '^src/web/(forms|player)/', pathNot: test },
    to: { path: '^src/web/', pathNot: '^src/web/($1|api|ui)/' },
  },
  {
    // A feature stands inside the layout of a page, so that it cannot import it.
    name: 'features-import-no-layout',
    severity: 'error',
    from: {
      path: '^src/web/(accounts|admin|artists|cart|commissions|contact|home|licences|moderation|notifications|orders|policies|reviews|tracks|uploads)/',
      pathNot: test,
    },
    to: { path: '^src/web/layout/' },
  },
  {
    name: 'only-routes-name-pages',
    severity: 'error',
    from: { path: '^src/', pathNot: String.raw`^src/web/routes\.ts$|${test}` },
    to: { path: '^src/web/pages/' },
  },
  {
    name: 'only-the-app-names-routes',
    severity: 'error',
    from: { path: '^src/', pathNot: String.raw`^src/server/(app|features/[^/]+)\.ts$` },
    to: { path: String.raw`-routes\.ts$` },
  },
  {
    name: 'only-the-app-names-features',
    severity: 'error',
    from: { path: '^src/', pathNot: String.raw`^src/server/app\.ts$` },
    to: { path: String.raw`-feature\.ts$` },
  },
  {
    name: 'gateways-import-no-feature',
    severity: 'error',
    from: { path: '^src/server/gateways/' },
    to: { path: '^src/server/', pathNot: '^src/server/gateways/' },
  },
  {
    name: 'db-imports-no-feature',
    severity: 'error',
    from: { path: '^src/server/db/' },
    to: { path: '^src/server/', pathNot: '^src/server/db/' },
  },
  {
    name: 'no-cycle-in-src-or-sandbox',
    severity: 'error',
    from: { path: '^(src|sandbox)/' },
    to: { circular: true },
  },
  {
    // Elsewhere a type may name its users: such a cycle is gone when the program runs.
    name: 'no-cycle-at-run-time',
    severity: 'error',
    from: { pathNot: '^(src|sandbox)/' },
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  {
    // A payment's subject is passed in by app.ts.
    name: 'payments-know-no-subject',
    severity: 'error',
    from: { path: '^src/server/payments/', pathNot: test },
    to: { path: '^src/server/(cart|orders|commissions)/' },
  },
  {
    // It stands in for another company's server: code shared with us would share our mistakes.
    name: 'sandbox-imports-only-sandbox',
    severity: 'error',
    from: { path: '^sandbox/' },
    to: { path: '^(src|demo|scripts|bench|tests)/' },
  },
  {
    // The files at the top start the process, so they import the folders, never the other way round.
    name: 'sandbox-folders-import-no-start-file',
    severity: 'error',
    from: { path: '^sandbox/[^/]+/', pathNot: `^sandbox/test-support/|${test}` },
    to: { path: String.raw`^sandbox/[^/]+$` },
  },
  {
    name: 'demo-imports-no-server-and-no-web',
    severity: 'error',
    from: { path: '^demo/' },
    to: { path: '^(src/(server|web)|sandbox|scripts|bench|tests)/' },
  },
  {
    name: 'src-stands-alone',
    severity: 'error',
    from: { path: '^src/', pathNot: test },
    to: { path: '^(scripts|tests|demo|sandbox|bench)/' },
  },
  {
    name: 'only-tests-import-tests',
    severity: 'error',
    from: { pathNot: `${testFolders}|${test}` },
    to: { path: `${testFolders}|${test}` },
  },
  {
    name: 'no-orphans',
    severity: 'error',
    from: { path: '^(src|sandbox|demo)/', pathNot: [test, '\\.d\\.ts$'], orphan: true },
    to: {},
  },
]

/**
 * Tests are left out here: what they share knows every folder.
 * @type {import('dependency-cruiser').IForbiddenRuleType[]}
 */
const betweenFolders = [
  {
    name: 'server-folders-are-acyclic',
    severity: 'error',
    scope: 'folder',
    from: { path: '^src/server/[^/]+' },
    to: { path: '^src/server/[^/]+', circular: true },
  },
  {
    name: 'web-folders-are-acyclic',
    severity: 'error',
    scope: 'folder',
    from: { path: '^src/web/[^/]+' },
    to: { path: '^src/web/[^/]+', circular: true },
  },
  {
    name: 'sandbox-folders-are-acyclic',
    severity: 'error',
    scope: 'folder',
    from: { path: '^sandbox/[^/]+' },
    to: { path: '^sandbox/[^/]+', circular: true },
  },
]

/** @type {import('dependency-cruiser').ICruiseOptions} */
const options = {
  doNotFollow: { path: '^node_modules/' },
  // Needs the compiler API of TypeScript 5, which scripts/checks/import-map.ts provides.
  parser: 'tsc',
  tsPreCompilationDeps: true,
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    conditionNames: ['import', 'types', 'node', 'default'],
    extensions: ['.ts', '.tsx', '.mjs', '.js'],
  },
}

export default [
  { rules: betweenFiles, options },
  { rules: betweenFolders, options: { ...options, exclude: { path: `^tests/|${test}` } } },
]
