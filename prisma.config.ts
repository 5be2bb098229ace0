// Prisma's command line: where the schema and the migrations lie. The product reads its database URL in server/config/config.ts.
import { defineConfig } from 'prisma/config'

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env['DATABASE_URL'] ?? 'file:./data/slipway.db' },
})
