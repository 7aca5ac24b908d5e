import { type Route, route } from '../http/route.ts'
import { describeImage } from './altText.ts'
import { uploadImage } from './upload.ts'

export const imageRoutes: readonly Route[] = [
  route('uploadImage', (call) => uploadImage(call, call.viewer, call.upload)),
  route('updateImage', (call) => describeImage(call.db, call.viewer, { ...call.params, ...call.body })),
]
