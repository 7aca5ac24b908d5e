import type { ApiAnswer, ApiMethod, ApiOperation, ApiParameter } from '../../../contract/apiDocument.ts'
import type { ErrorName } from '../../../contract/errors.ts'

/** An address that is no call of the contract: what it answers is no JSON, or describes the API itself. */
export interface OtherAddress {
  readonly operationId: string
  readonly method: ApiMethod
  /** As the document spells it, with `{name}` for parameters. */
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly who: ApiOperation['x-who']
  readonly parameters?: readonly ApiParameter[]
  readonly answer: ApiAnswer
  readonly errors: readonly ErrorName[]
}

const text = (type: string, description: string): ApiAnswer => ({
  description,
  content: { [type]: { schema: { type: 'string' } } },
})
/** Bytes have no type in OpenAPI 3.1. */
const bytes = (types: readonly string[], description: string): ApiAnswer => ({
  description,
  content: Object.fromEntries(types.map((type) => [type, { schema: {} }])),
})
const inPath = (name: string, description: string): ApiParameter => ({
  name,
  in: 'path',
  description,
  required: true,
  schema: { type: 'string' },
})
const atom = (description: string) => text('application/atom+xml', description)
const sort: ApiParameter = {
  name: 'sort',
  in: 'query',
  description: 'The order, as in `listPosts`.',
  required: false,
  schema: { type: 'string' },
}

export const otherAddresses: readonly OtherAddress[] = [
  {
    operationId: 'streamEvents',
    method: 'get',
    path: '/api/_events',
    summary: 'A stream that tells how many notifications are new.',
    description:
      'Server-sent events. Event `newCount` with data such as `{"newCount":3}` comes at once and at every change, and a comment line every 25 seconds. The stream ends with the session. An addition of ours.',
    who: 'member',
    answer: text('text/event-stream', 'The stream.'),
    errors: ['tooManyRequests'],
  },
  {
    operationId: 'downloadExport',
    method: 'get',
    path: '/api/_export/{id}/file',
    summary: 'The archive that a member asked for with `requestExport`.',
    description: 'A JSON file, compressed by gzip. For everybody but its member it does not exist.',
    who: 'member',
    parameters: [inPath('id', 'The id of the archive.')],
    answer: bytes(['application/gzip'], 'The file.'),
    errors: ['exportNotFound'],
  },
  {
    operationId: 'getOpenApi',
    method: 'get',
    path: '/api/openapi.json',
    summary: 'The description of this API for programs: OpenAPI 3.1.',
    description:
      'With `ETag`; `If-None-Match` with it answers 304 until the program of the site changes. An addition of ours.',
    who: 'all',
    answer: { description: 'The document.', content: { 'application/json': { schema: { type: 'object' } } } },
    errors: [],
  },
  {
    operationId: 'getApiDocs',
    method: 'get',
    path: '/api/docs',
    summary: 'The description of this API for people.',
    description: 'An addition of ours.',
    who: 'all',
    answer: text('text/html', 'The page.'),
    errors: [],
  },
  {
    operationId: 'getImage',
    method: 'get',
    path: '/images/{file}',
    summary: 'An image, or one of its copies.',
    description:
      'Take the addresses as `url` of an Image or ImageCopy gives them: their query says which size, and carries the secret without which there is no answer. Never changes, so it may be kept for ever.',
    who: 'all',
    parameters: [
      inPath('file', 'Id and kind of file.'),
      ...['sig', 'size', 'fit'].map(
        (name): ApiParameter => ({
          name,
          in: 'query',
          description: 'As it stands in the address.',
          required: name === 'sig',
          schema: { type: 'string' },
        }),
      ),
    ],
    answer: bytes(['image/jpeg', 'image/webp', 'image/png'], 'The image.'),
    errors: [],
  },
  {
    operationId: 'getSiteFeed',
    method: 'get',
    path: '/all.atom',
    summary: 'The newest posts of the site for feed readers.',
    description: 'Atom, as guests see it.',
    who: 'all',
    parameters: [sort],
    answer: atom('The feed.'),
    errors: [],
  },
  {
    operationId: 'getCommunityFeed',
    method: 'get',
    path: '/{community}.atom',
    summary: 'The newest posts of a community for feed readers.',
    description: 'Atom, as guests see it.',
    who: 'all',
    parameters: [inPath('community', 'The name of the community.'), sort],
    answer: atom('The feed.'),
    errors: [],
  },
  {
    operationId: 'getMemberFeed',
    method: 'get',
    path: '/@{username}.atom',
    summary: 'The newest posts of a member for feed readers.',
    description: 'Atom, as guests see it.',
    who: 'all',
    parameters: [inPath('username', 'The name of the member.')],
    answer: atom('The feed.'),
    errors: [],
  },
  {
    operationId: 'getThreadFeed',
    method: 'get',
    path: '/{community}/post/{publicId}.atom',
    summary: 'The newest comments of a post for feed readers.',
    description: 'Atom, as guests see it.',
    who: 'all',
    parameters: [
      inPath('community', 'The name of the community.'),
      inPath('publicId', 'The public id of the post.'),
    ],
    answer: atom('The feed.'),
    errors: [],
  },
]
