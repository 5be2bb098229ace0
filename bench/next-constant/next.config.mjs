// A Next application with one route, built and served in this folder for the benchmark only.
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** @type {import('next').NextConfig} */
export default { poweredByHeader: false, outputFileTracingRoot: root, turbopack: { root } }
