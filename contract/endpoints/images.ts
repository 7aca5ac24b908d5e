import { Type } from 'typebox'
import { Image } from '../entities/image.ts'
import { idText } from '../entities/schema.ts'
import { altTextMaxLength } from '../limitValues.ts'
import { endpoint } from './endpoint.ts'
import { cutAt } from './parameters.ts'
import { postPictureErrors } from './pictureErrors.ts'

export const imageEndpoints = {
  uploadImage: endpoint({
    method: 'POST',
    path: '/api/_uploads',
    summary:
      'Stores an image for a post or comment that its uploader is going to write; if none uses it, it is removed after 12 hours.',
    who: 'member',
    needsConfirmedEmail: true,
    needsAgreement: true,
    limit: 'uploads',
    upload: true,
    response: Image,
    errors: ['noUploads', 'blockedPicture', ...postPictureErrors],
  }),
  updateImage: endpoint({
    method: 'PUT',
    path: '/api/images/:imageId',
    summary: 'Changes the description of what an image shows.',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'altTexts',
    params: Type.Object({ imageId: idText('image', 'The id of the image.') }),
    body: Type.Object({
      altText: Type.String({
        default: '',
        description: `What the image shows; empty: no description. ${cutAt(altTextMaxLength)}`,
      }),
    }),
    response: Image,
    errors: ['invalidImageId', 'imageNotFound', 'imageOfSomeoneElse'],
  }),
}
