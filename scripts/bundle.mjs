// Bundles TypeScript of the project for Node: one way for the product, the benchmark and the harnesses.
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** Bundles entry points with esbuild into .mjs files; packages stay outside. `options` are esbuild's, such as outdir or outfile. */
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
