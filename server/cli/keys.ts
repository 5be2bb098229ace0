// `keys list`: which keys sign, and which are still published.
import type { CommandContext } from './main.ts'
import { result, table } from './output.ts'

export async function listKeys({ domain, json }: CommandContext): Promise<void> {
  const keys = domain.signingKeys.all().map(({ kid, owner, alg, status, createdAt }) => ({
    kid,
    owner,
    alg,
    status,
    createdAt: new Date(createdAt).toISOString(),
  }))
  result(json, keys, table([['kid', 'owner', 'alg', 'status', 'created'], ...keys.map((key) => Object.values(key))]))
}
