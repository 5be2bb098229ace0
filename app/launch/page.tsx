// The sleep diary, without a launch.
import { faceMetadata } from '#components/launch/face-metadata.ts'
import { barePage } from './bare-page.tsx'

export const generateMetadata = faceMetadata('sleep')

export default barePage('sleep')
