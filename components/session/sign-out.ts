// Ends the session; the only place that does.

/** Ends the session of this browser here; next-auth starts it by a POST with its anti-forgery token. `backTo`: a path to go on to. */
export async function signOutHere(backTo: string): Promise<void> {
  const { signOut } = await import('next-auth/react')
  await signOut({ callbackUrl: backTo })
}
