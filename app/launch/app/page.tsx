// The sleep diary with a task open, or with why there is none.
import { faceMetadata } from '#components/launch/face-metadata.ts'
import { openPage } from '../open-page.tsx'

export const generateMetadata = faceMetadata('sleep')

export default openPage('sleep')
