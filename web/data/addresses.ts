import type { EndpointName, Endpoints } from '../../contract/endpoints/index.ts'

/**
 * Where the browser finds what it calls. The schemas of the contract would be half the size of a page, so only their
 * types come here; the compiler compares every line with them.
 */
export const addresses = {
  getInitial: 'GET /api/_initial',
  getOwnUser: 'GET /api/_user',
  login: 'POST /api/_login',
  signup: 'POST /api/_signup',
  getCaptcha: 'GET /api/_captcha',
  getUser: 'GET /api/users/:username',
  listCommunities: 'GET /api/communities',
  createCommunity: 'POST /api/communities',
  getCommunity: 'GET /api/communities/:communityId',
  joinCommunity: 'POST /api/_joinCommunity',
  listModerators: 'GET /api/communities/:communityId/mods',
  listRules: 'GET /api/communities/:communityId/rules',
  listPosts: 'GET /api/posts',
  createPost: 'POST /api/posts',
  getPost: 'GET /api/posts/:publicId',
  updatePost: 'PUT /api/posts/:publicId',
  deletePost: 'DELETE /api/posts/:publicId',
  votePost: 'POST /api/_postVote',
  listComments: 'GET /api/posts/:publicId/comments',
  createComment: 'POST /api/posts/:publicId/comments',
  updateComment: 'PUT /api/posts/:publicId/comments/:commentId',
  deleteComment: 'DELETE /api/posts/:publicId/comments/:commentId',
  getComment: 'GET /api/comments/:commentId',
  voteComment: 'POST /api/_commentVote',
  previewMarkdown: 'POST /api/_preview',
} as const satisfies { [N in EndpointName]: `${Endpoints[N]['method']} ${Endpoints[N]['path']}` }
