// The energy check, without a launch.
import { faceMetadata } from '#components/launch/face-metadata.ts'
import { barePage } from '../launch/bare-page.tsx'

export const generateMetadata = faceMetadata('energy')

export default barePage('energy')
