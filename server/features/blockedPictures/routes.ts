import { type Route, route } from '../../core/api/route.ts'
import { changeBlockedPictures, listBlockedPictures } from './pictures.ts'

export const blockedPictureRoutes: readonly Route[] = [
  route('listBlockedPictures', ({ db }) => listBlockedPictures(db)),
  route('changeBlockedPictures', (call) => changeBlockedPictures(call, call.viewer, call.body)),
]
