// Bundles the project's TypeScript for Node, in the same way for the product, the benchmark and the test harnesses.
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/**
 * Bundles entry points into .mjs files with esbuild, without the packages that they import. `options` are esbuild's,
 * such as outdir or outfile.
 */
export const bundle = (options) =>
  build({
    absWorkingDir: fileURLToPath(new URL('..', import.meta.url)),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node22.14',
    packages: 'external',
    logLevel: 'warning',
    ...options,
  })
