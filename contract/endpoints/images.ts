import { Type } from 'typebox'
import { Image } from '../entities/image.ts'
import { endpoint } from './endpoint.ts'

export const imageEndpoints = {
  uploadImage: endpoint({
    method: 'POST',
    path: '/api/_uploads',
    summary:
      'Stores an image for a post that its uploader is going to make; unused it disappears after 12 hours.',
    who: 'member',
    limit: 'uploads',
    upload: true,
    response: Image,
    errors: ['noUploads', 'fileSizeExceeded', 'unsupportedImage'],
  }),
  updateImage: endpoint({
    method: 'PUT',
    path: '/api/images/:imageId',
    summary: 'Says in words what an image shows.',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'altTexts',
    params: Type.Object({ imageId: Type.String() }),
    body: Type.Object({ altText: Type.String({ default: '' }) }),
    response: Image,
    errors: ['invalidImageId', 'imageNotFound', 'imageOfSomebodyElse'],
  }),
}
