// The energy check with a task open, or with why there is none.
import { faceMetadata } from '#components/launch/face-metadata.ts'
import { openPage } from '../../launch/open-page.tsx'

export const generateMetadata = faceMetadata('energy')

export default openPage('energy')
