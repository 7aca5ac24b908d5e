import { type Route, route } from '../../core/api/route.ts'
import { uploadImage } from '../../core/images/upload.ts'
import { describeImage } from './altText.ts'

export const imageRoutes: readonly Route[] = [
  route('uploadImage', (call) => uploadImage(call, call.viewer, call.upload)),
  route('updateImage', (call) => describeImage(call.db, call.viewer, { ...call.params, ...call.body })),
]
