import { Type } from 'typebox'
import { BlockedPicture } from '../entities/blockedPicture.ts'
import { int, listOf } from '../entities/schema.ts'
import { blockedPictureNoteMaxLength, blockedPicturesMax } from '../limitValues.ts'
import { endpoint } from './endpoint.ts'
import { cutAt } from './parameters.ts'

const hash = Type.String({
  pattern: '^[0-9a-fA-F]{16}$',
  description: 'A perceptual hash, as 16 hexadecimal digits.',
  patternRefusal: 'invalidPictureHash',
  refusal: 'invalidPictureHash',
})
const atOnce = { maxItems: blockedPicturesMax, refusal: 'tooManyBlockedPictures', default: [] } as const

export const blockedPictureEndpoints = {
  listBlockedPictures: endpoint({
    method: 'GET',
    path: '/api/_admin/blocked_pictures',
    summary:
      'Lists the pictures that nobody can upload to posts and comments, nor pictures that look like them.',
    who: 'admin',
    response: Type.Object({
      pictures: listOf(BlockedPicture, `The latest first, at most ${blockedPicturesMax}.`),
    }),
    errors: [],
  }),
  changeBlockedPictures: endpoint({
    method: 'PUT',
    path: '/api/_admin/blocked_pictures',
    summary:
      'Blocks pictures, by their hashes or those of a post, and unblocks others. Those that are too plain to be recognized are skipped.',
    who: 'admin',
    body: Type.Object({
      block: Type.Array(
        Type.Object({
          hash,
          note: Type.String({
            default: '',
            mayBeEmpty: true,
            description: `A note for the other admins. ${cutAt(blockedPictureNoteMaxLength)}`,
          }),
        }),
        { ...atOnce, description: 'What is to be blocked.' },
      ),
      unblock: Type.Array(hash, { ...atOnce, description: 'What is to be unblocked.' }),
      ofPost: Type.String({
        default: '',
        mayBeEmpty: true,
        description: 'The public id of a post, also of a removed one, whose pictures are to be blocked.',
      }),
    }),
    response: Type.Object({
      noBlocked: int('How many of the given pictures are blocked now, also those that were before.'),
      noSkipped: int(
        'How many of them are too plain to be recognized, or cannot be read, and are not blocked.',
      ),
    }),
    errors: ['invalidPictureHash', 'postNotFound', 'tooManyBlockedPictures'],
  }),
}
