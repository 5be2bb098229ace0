// `npm run pictures`: makes the pictures of the README anew.
import { defineConfig } from '@playwright/test'
import { SERVER_ENV } from './e2e/server-env.ts'
import tests from './playwright.config.ts'

export default defineConfig({
  ...tests,
  testMatch: 'pictures.ts',
  reporter: 'list',
  workers: 1,
  projects: [{ name: 'pictures', use: { baseURL: SERVER_ENV.PUBLIC_URL } }],
  webServer: [tests.webServer ?? []].flat().slice(0, 1),
})
