// Ends the session; the only place that does.
import { forgetKept } from './kept-in-session.ts'

/**
 * Ends this browser's session here; next-auth starts it by a POST with its anti-forgery token. `backTo` is the path to
 * continue at.
 */
export async function signOutHere(backTo: string): Promise<void> {
  forgetKept()
  const { signOut } = await import('next-auth/react')
  await signOut({ callbackUrl: backTo })
}
