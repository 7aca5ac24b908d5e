/**
 * Uses the client that openapi-generator makes for `fetch`: signs up, posts, comments, votes and reads it again.
 * Arguments: the compiled client, and the URL of a server.
 */
import assert from 'node:assert/strict'
import { pbkdf2Sync } from 'node:crypto'
import { createRequire } from 'node:module'

const [client, url] = process.argv.slice(2)
const { CommentsApi, Configuration, PostsApi, SessionsAndAccountsApi } = createRequire(import.meta.url)(
  client,
)

// A session is a cookie and a token, which stay the same.
const session = { cookie: '', token: '' }
const configuration = new Configuration({
  basePath: url,
  apiKey: (name) => (name === 'X-Csrf-Token' ? session.token : ''),
  middleware: [
    {
      pre: async ({ url: address, init }) => ({
        url: address,
        init: { ...init, headers: { ...init.headers, cookie: session.cookie } },
      }),
      post: async ({ response }) => {
        const cookies = response.headers.getSetCookie()
        if (cookies.length === 0) return
        session.cookie = cookies.map((cookie) => cookie.split(';')[0]).join('; ')
        session.token = response.headers.get('csrf-token')
      },
    },
  ],
})
const accounts = new SessionsAndAccountsApi(configuration)
const posts = new PostsApi(configuration)
const comments = new CommentsApi(configuration)

const initial = await accounts.getInitial()
assert.equal(initial.captcha, 'pow')
const { challenge } = await accounts.getCaptcha()
await accounts.signup({
  signupRequest: {
    username: 'typescript',
    password: 'a fine password',
    captchaToken: solve(JSON.parse(challenge)),
  },
})
const me = await accounts.getOwnUser()
assert.equal(me.username, 'typescript')

const post = await posts.createPost({
  createPostRequest: { title: 'Made with fetch', community: 'moss_1', body: 'Text' },
})
const comment = await comments.createComment({
  publicId: post.publicId,
  createCommentRequest: { body: 'A comment' },
})
const voted = await posts.votePost({ votePostRequest: { postId: post.id, up: true, set: 'none' } })
assert.equal(voted.upvotes, 0)
const again = await posts.getPost({ publicId: post.publicId })
assert.equal(again.title, 'Made with fetch')
assert.ok(again.createdAt instanceof Date)
assert.deepEqual(
  again.comments.map(({ id, body }) => [id, body]),
  [[comment.id, 'A comment']],
)
await assert.rejects(posts.getPost({ publicId: 'none' }), ({ response }) => response.status === 404)
console.log('signed up, posted, commented, voted and read it again')

/** The solution of a challenge of ALTCHA: a number with which a key begins as it has to. */
function solve(task) {
  const { nonce, salt, cost, keyLength, keyPrefix } = task.parameters
  for (let counter = 0; ; counter += 1) {
    const number = Buffer.alloc(4)
    number.writeUInt32BE(counter)
    const password = Buffer.concat([Buffer.from(nonce, 'hex'), number])
    const key = pbkdf2Sync(password, Buffer.from(salt, 'hex'), cost, keyLength, 'sha256').toString('hex')
    if (key.startsWith(keyPrefix.toLowerCase()))
      return btoa(JSON.stringify({ challenge: task, solution: { counter, derivedKey: key, time: 0 } }))
  }
}
