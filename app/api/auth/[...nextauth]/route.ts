// Sign-in to the portal through the shared identity provider: next-auth answers.
import { nextAuth } from '#server/next/sign-in.ts'

export { nextAuth as GET, nextAuth as POST }
