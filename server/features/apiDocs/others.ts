import type { ApiAnswer, ApiMethod, ApiOperation, ApiParameter } from '../../../contract/apiDocument.ts'
import type { ErrorName } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'

/** A URL that is not a call of the contract, because it does not answer with JSON or describes the API itself. */
export interface OtherOperation {
  readonly operationId: string
  readonly method: ApiMethod
  /** With `{name}` for parameters, as in OpenAPI. */
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly who: ApiOperation['x-who']
  readonly parameters?: readonly ApiParameter[]
  readonly answer: ApiAnswer
  readonly errors: readonly ErrorName[]
  /** Statuses of refusals whose body is plain text, not the JSON of an error. */
  readonly plainRefusals?: readonly number[]
}

/** The refusals of feeds; 403 only in a private forum, for members whom a ban keeps from reading. */
const feedRefusals = [400, 403, 404, 429, 503]

const text = (type: string, description: string): ApiAnswer => ({
  description,
  content: { [type]: { schema: { type: 'string' } } },
})
/** Binary content has no `type` in OpenAPI 3.1. */
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
const inQuery = (name: string, description: string): ApiParameter => ({
  name,
  in: 'query',
  description,
  required: false,
  schema: { type: 'string' },
})
const sort = inQuery('sort', 'The order, as in `listPosts`.')
const csv = text('text/csv', 'The file, with the names of the columns in its first line.')
const markdownFile = text('text/markdown', 'The file.')
/** The filters of a list that can also be downloaded as a file. */
const filtersOf = (call: string, names: readonly string[]): ApiParameter[] =>
  names.map((name) => inQuery(name, `As in \`${call}\`.`))

export const otherOperations: readonly OtherOperation[] = [
  {
    operationId: 'streamEvents',
    method: 'get',
    path: '/api/_events',
    summary: 'A stream of the number of new notifications.',
    description:
      'Server-sent events. The event `newCount` with data such as `{"newCount":3}` is sent at once and at every change. Moderators also get `openReports` with data such as `{"openReports":2}`: how many posts and comments with open reports, and waiting for review, there are in their communities. A comment line is sent every 25 seconds. The stream ends with the session. An addition of ours.',
    who: 'member',
    answer: text('text/event-stream', 'The stream.'),
    errors: ['tooManyRequests'],
  },
  {
    operationId: 'downloadExport',
    method: 'get',
    path: '/api/_export/{id}/file',
    summary: 'The archive that a member requested with `requestExport`.',
    description:
      'A zip with pages, pictures and `data.json`; archives of earlier versions are JSON, compressed with gzip. Only its member can find it.',
    who: 'member',
    parameters: [inPath('id', 'The id of the archive.')],
    answer: bytes(['application/zip', 'application/gzip'], 'The file.'),
    errors: ['passwordNeeded', 'exportNotFound'],
  },
  {
    operationId: 'downloadBackup',
    method: 'get',
    path: '/api/_admin/backups/{id}/file',
    summary: 'The file of a backup.',
    description:
      'For admins who gave their password within the last 10 minutes: a tar file compressed by gzip, or encrypted in the format of age. An addition of ours.',
    who: 'admin',
    parameters: [inPath('id', 'The number of the backup.')],
    answer: bytes(['application/octet-stream'], 'The file.'),
    errors: ['passwordNeeded', 'backupNotFound'],
  },
  {
    operationId: 'downloadModerationLog',
    method: 'get',
    path: '/api/modlog.csv',
    summary: 'The moderation log as a file for spreadsheets.',
    description: `The newest ${limits.logFileRows} entries that fit the filters. An addition of ours.`,
    who: 'all',
    parameters: filtersOf('listModerationLog', ['communityId', 'action', 'moderator', 'from', 'to']),
    answer: csv,
    errors: [
      'invalidAction',
      'invalidDay',
      'invalidId',
      'communityNotFound',
      'userNotFound',
      'moderatorsNotNamed',
    ],
  },
  {
    operationId: 'downloadSettingChanges',
    method: 'get',
    path: '/api/_admin/setting_changes.csv',
    summary: 'The log of changed settings as a file for spreadsheets.',
    description: `The newest ${limits.logFileRows} changes that fit the filters. An addition of ours.`,
    who: 'admin',
    parameters: filtersOf('listSettingChanges', ['name', 'by', 'from', 'to']),
    answer: csv,
    errors: ['invalidDay', 'userNotFound'],
  },
  {
    operationId: 'downloadBlockedPictures',
    method: 'get',
    path: '/api/_admin/blocked_pictures.csv',
    summary: 'The blocked images as a file for spreadsheets and other sites.',
    description: 'The hashes and notes of `listBlockedPictures`. An addition of ours.',
    who: 'admin',
    answer: csv,
    errors: [],
  },
  {
    operationId: 'downloadTransparency',
    method: 'get',
    path: '/api/_admin/law/transparency.csv',
    summary: 'The counts of a year as a file for spreadsheets.',
    description: 'What `GET /api/_admin/law/transparency` returns. An addition of ours.',
    who: 'admin',
    parameters: filtersOf('getTransparency', ['year']),
    answer: csv,
    errors: ['invalidYear'],
  },
  {
    operationId: 'downloadRiskAssessment',
    method: 'get',
    path: '/api/_admin/law/risk-assessment.md',
    summary: 'The template of a risk assessment, filled in from the settings, as a file of Markdown.',
    description: 'An addition of ours.',
    who: 'admin',
    answer: markdownFile,
    errors: [],
  },
  {
    operationId: 'downloadRecordsOfProcessing',
    method: 'get',
    path: '/api/_admin/law/records-of-processing.md',
    summary: 'The records of processing activities as a file of Markdown.',
    description: 'An addition of ours.',
    who: 'admin',
    answer: markdownFile,
    errors: [],
  },
  {
    operationId: 'getOpenApi',
    method: 'get',
    path: '/api/openapi.json',
    summary: 'The description of this API for programs: OpenAPI 3.1.',
    description:
      'With an `ETag`; a request with `If-None-Match` is answered with 304 until the version of the site changes. An addition of ours.',
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
      'Use the URLs in `url` of an Image or ImageCopy: their query selects the size, and contains the signature without which the request fails. The file never changes, so it can be cached permanently.',
    who: 'all',
    parameters: [
      inPath('file', 'Id and kind of file.'),
      ...['sig', 'size', 'fit'].map(
        (name): ApiParameter => ({
          name,
          in: 'query',
          description: 'As in the `url` of the image.',
          required: name === 'sig',
          schema: { type: 'string' },
        }),
      ),
    ],
    answer: bytes(['image/jpeg', 'image/webp', 'image/png'], 'The image.'),
    errors: [],
    plainRefusals: [400, 404, 503],
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
    plainRefusals: feedRefusals,
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
    plainRefusals: feedRefusals,
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
    plainRefusals: feedRefusals,
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
    plainRefusals: feedRefusals,
  },
]
