import type { Comment } from '../../../contract/entities/comment.ts'
import type { Initial } from '../../../contract/entities/initial.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import { kindOfId, wireId } from '../../../contract/ids.ts'
import { languages } from '../../../contract/languages.ts'
import { limits } from '../../../contract/limits.ts'
import type { PlainField } from '../../../contract/pages.ts'
import { type FormName, formPath } from '../../../contract/plainForms.ts'
import { sameSitePath } from '../../../contract/sameSitePath.ts'
import { t } from '../../../contract/texts/t.ts'
import { Refused } from '../../platform/http/refused.ts'
import { isolate } from '../../platform/text/direction.ts'
import { agreementBoxes, agreementIn } from './agreementBoxes.ts'
import { calling, type Form, kept, type Showing, type Typed, textOf } from './form.ts'
import { madeWithAiBox, madeWithAiForm, madeWithAiIn } from './madeWithAiBox.ts'
import { noticeForms } from './noticeForms.ts'

/** What a form is about, as it was sent. */
export const subjectOf = (typed: Typed) => kept(typed, 'post', 'comment', 'reply', 'next', 'wasMadeWithAi')

const pathOfPost = ({ communityName, publicId }: Pick<Post, 'communityName' | 'publicId'>) =>
  `/${communityName}/post/${publicId}`
const pathOfComment = ({ id, communityName, postPublicId }: Comment) =>
  `/${communityName}/post/${postPublicId}/${id}#comment-${id}`
const toComment = (comment: Comment) => ({ href: pathOfComment(comment), label: t('Back to the comment') })
const toPost = (post: Post) => ({ href: pathOfPost(post), label: t('Back to the post') })

const getPost = ({ api, typed }: Showing, name = 'post') => postWith(api, textOf(typed, name))
const postWith = (api: Showing['api'], publicId: string, { fetchCommunity = false } = {}) =>
  api.call('getPost', { params: { publicId }, query: { fetchCommunity, commentsLimit: 1 } })
/** What the community of a post thinks of what is made with AI. */
const policyAt = async ({ api }: Showing, publicId: string) =>
  (await postWith(api, publicId, { fetchCommunity: true })).community?.madeWithAi
const getComment = ({ api, typed }: Showing, name = 'comment', query = {}) =>
  api.call('getComment', { params: { commentId: textOf(typed, name) }, query })
const getInitial = ({ api }: Showing): Promise<Initial> => api.call('getInitial', {})

/** Only authors edit. The API refuses it, too, but not before the text is sent. */
function refuseOthers({ viewer }: Showing, { userId }: { userId: string }): void {
  if (viewer && userId !== wireId('user', viewer.id)) throw new Refused(errors.notAuthor)
}

const body = (value: string, label: string): PlainField => ({
  name: 'body',
  label,
  kind: 'text',
  value,
  maxLength: limits.bodyMaxLength,
  hint: t('You can use Markdown.'),
})
const title = (value: string): PlainField => ({
  name: 'title',
  label: t('Title'),
  kind: 'line',
  value,
  maxLength: limits.titleMaxLength,
})

const credentials = (typed: Typed, password: 'current-password' | 'new-password'): PlainField[] => [
  {
    name: 'username',
    label: t('Username'),
    kind: 'line',
    value: textOf(typed, 'username'),
    autoComplete: 'username',
  },
  // Never sent back.
  { name: 'password', label: t('Password'), kind: 'password', value: '', autoComplete: password },
]

/** Why an account cannot be created without scripts; null if it can. */
function signupRefusalText({ signupsDisabled, joining, captcha }: Initial): string | null {
  if (signupsDisabled || joining === 'closed') return t('Sign-ups are closed.')
  if (joining === 'approval')
    return t('Admins approve new members. To apply, turn on JavaScript for this site.')
  if (joining === 'invitation') return t('You need an invitation to join. Open the link you were sent.')
  if (captcha === 'off') return null
  return t(
    "Signing up needs JavaScript to check that you're not a robot. Turn it on for this site and try again.",
  )
}

export const forms: Record<FormName, Form> = {
  ...noticeForms,
  language: {
    forGuests: true,
    show:
      async ({ languages: offered }) =>
      () => ({
        title: t('Language'),
        buttons: offered.map((value) => ({ name: 'language', value, label: languages[value].name })),
        links: [{ href: '/', label: t('Home') }],
      }),
  },

  login: {
    forGuests: true,
    async show({ typed }) {
      return () => ({
        title: t('Login'),
        form: {
          hidden: kept(typed, 'next'),
          fields: credentials(typed, 'current-password'),
          submit: t('Login'),
        },
        links: [{ href: formPath('signup'), label: t('Create account') }],
      })
    },
    ...calling(
      'login',
      ({ username = '', password = '' }) => ({ body: { username, password } }),
      (_user, typed) => sameSitePath(textOf(typed, 'next')),
    ),
  },

  signup: {
    forGuests: true,
    async show(showing) {
      const { typed } = showing
      const initial = await getInitial(showing)
      return () => {
        const title = t('Create account')
        const links = [{ href: '/login', label: t('I already have an account') }]
        const refusal = signupRefusalText(initial)
        if (refusal) return { title, about: { text: refusal }, links }
        const [username, password] = credentials(typed, 'new-password') as [PlainField, PlainField]
        const email: PlainField = {
          name: 'email',
          label: initial.emailNeeded ? t('Email') : t('Email (optional)'),
          kind: 'email',
          value: textOf(typed, 'email'),
          hint: t('Only you and the admins can see it.'),
          autoComplete: 'email',
        }
        return {
          title,
          about: {
            text:
              initial.termsToAccept === ''
                ? t('By signing up, you agree to the terms and guidelines.')
                : t('By signing up, you agree to the guidelines.'),
          },
          form: {
            hidden: {},
            fields: [
              { ...username, maxLength: limits.usernameMaxLength },
              email,
              password,
              ...agreementBoxes(initial),
            ],
            submit: t('Create account'),
          },
          links: [
            ...links,
            { href: '/terms', label: t('Terms') },
            { href: '/guidelines', label: t('Guidelines') },
          ],
        }
      }
    },
    ...calling(
      'signup',
      ({ username = '', email = '', password = '', ...typed }) => ({
        body: { username, email: email.trim() || null, password, ...agreementIn(typed) },
      }),
      () => '/',
    ),
  },

  agree: {
    async show(showing) {
      const initial = await getInitial(showing)
      return () => {
        const fields = agreementBoxes(initial)
        const links = [
          { href: '/terms', label: t('Terms') },
          { href: '/settings', label: t('Download your data or delete your account') },
          { href: '/', label: t('Not now') },
        ]
        if (fields.length === 0)
          return {
            title: t('All set'),
            about: { text: t("You've already answered everything.") },
            links,
          }
        return {
          title: t('Before you continue'),
          about: { text: t('Until then you can read, but not post or vote.') },
          form: { hidden: {}, fields, submit: t('Continue') },
          buttons: [{ name: 'logout', value: '1', label: t('Log out') }],
          links,
        }
      }
    },
    ...calling(
      'agree',
      (typed) => ({ body: agreementIn(typed) }),
      () => '/',
    ),
  },

  comment: {
    async show(showing) {
      const { typed } = showing
      const fields = () => [body(textOf(typed, 'body'), t('Comment'))]
      if (!typed.reply) {
        const post = await postWith(showing.api, textOf(typed, 'post'), { fetchCommunity: true })
        return () => ({
          title: t('Add a comment'),
          about: { text: post.title },
          form: madeWithAiForm(
            typed,
            { hidden: kept(typed, 'post', 'reply'), fields: fields(), submit: t('Comment') },
            { policy: post.community?.madeWithAi },
          ),
          links: [toPost(post)],
        })
      }
      const comment = await getComment(showing, 'reply', { render: 'page' })
      const policy = await policyAt(showing, comment.postPublicId)
      return () => ({
        title: comment.userDeleted
          ? t('Reply to a deleted account')
          : t('Reply to {name}', { name: isolate(`@${comment.username}`) }),
        about: { html: comment.bodyHtml ?? '' },
        form: madeWithAiForm(
          typed,
          {
            hidden: { reply: textOf(typed, 'reply'), post: comment.postPublicId },
            fields: fields(),
            submit: t('Reply'),
          },
          { policy },
        ),
        links: [toComment(comment)],
      })
    },
    fields: fieldsOfComment,
    ...calling(
      'createComment',
      (typed) => ({
        params: { publicId: textOf(typed, 'post') },
        body: {
          body: textOf(typed, 'body'),
          parentCommentId: typed.reply || null,
          ...madeWithAiIn(typed),
        },
      }),
      pathOfComment,
    ),
  },

  'edit-comment': {
    async show(showing) {
      const { typed } = showing
      const comment = await getComment(showing)
      refuseOthers(showing, comment)
      const policy = await policyAt(showing, comment.postPublicId)
      return () => ({
        title: t('Edit comment'),
        form: madeWithAiForm(
          typed,
          {
            hidden: { comment: comment.id, post: comment.postPublicId },
            fields: [body(typed.body ?? comment.body, t('Comment'))],
            submit: t('Save'),
          },
          { policy, marker: comment.madeWithAiBy },
        ),
        links: [toComment(comment)],
      })
    },
    fields: fieldsOfComment,
    ...calling(
      'updateComment',
      (typed) => ({
        params: { publicId: textOf(typed, 'post'), commentId: textOf(typed, 'comment') },
        body: { body: textOf(typed, 'body'), ...madeWithAiIn(typed) },
      }),
      pathOfComment,
    ),
  },

  'delete-comment': {
    async show(showing) {
      const comment = await getComment(showing, 'comment', { render: 'page' })
      refuseOthers(showing, comment)
      return () => ({
        title: t('Delete comment?'),
        about: { html: comment.bodyHtml ?? '' },
        form: {
          hidden: { comment: comment.id, post: comment.postPublicId },
          fields: [],
          submit: t('Delete'),
          isDangerous: true,
        },
        links: [toComment(comment)],
      })
    },
    ...calling(
      'deleteComment',
      (typed) => ({
        params: { publicId: textOf(typed, 'post'), commentId: textOf(typed, 'comment') },
        body: {},
      }),
      pathOfComment,
    ),
  },

  post: {
    async show(showing) {
      const { typed } = showing
      const { communities } = await getInitial(showing)
      return () => ({
        title: t('Create a post'),
        form: {
          hidden: {},
          // The community can be any, so the box is always there; the call refuses it where it may not be ticked.
          fields: [...fieldsOfPost(typed, communities), ...madeWithAiBox(typed, { policy: undefined })],
          submit: t('Submit'),
        },
        links: [{ href: '/', label: t('Cancel') }],
      })
    },
    fields: (typed) => [...fieldsOfPost(typed, []), ...madeWithAiBox(typed, { policy: undefined })],
    mistake: (typed) =>
      textOf(typed, 'url').trim() && textOf(typed, 'body').trim()
        ? t('A post can have a link or text, but not both. Clear one of them.')
        : null,
    ...calling(
      'createPost',
      (typed) => {
        const url = textOf(typed, 'url').trim()
        const common = {
          title: textOf(typed, 'title'),
          community: textOf(typed, 'community').trim(),
          userGroup: 'normal',
          ...madeWithAiIn(typed),
        } as const
        return {
          body: url
            ? { ...common, type: 'link' as const, url }
            : { ...common, type: 'text' as const, body: textOf(typed, 'body') },
        }
      },
      pathOfPost,
    ),
  },

  'edit-post': {
    async show(showing) {
      const { typed } = showing
      const post = await postWith(showing.api, textOf(typed, 'post'), { fetchCommunity: true })
      refuseOthers(showing, post)
      return () => ({
        title: t('Edit post'),
        form: madeWithAiForm(
          typed,
          {
            hidden: { post: post.publicId },
            fields: [
              title(typed.title ?? post.title),
              ...(post.type === 'text' && !post.deletedContent
                ? [body(typed.body ?? post.body ?? '', t('Text'))]
                : []),
            ],
            submit: t('Save'),
          },
          { policy: post.community?.madeWithAi, marker: post.madeWithAiBy },
        ),
        links: [toPost(post)],
      })
    },
    fields: (typed) => [
      title(textOf(typed, 'title')),
      ...(typed.body === undefined ? [] : [body(typed.body, t('Text'))]),
      ...madeWithAiBox(typed, { policy: undefined }),
    ],
    ...calling(
      'updatePost',
      (typed) => ({
        params: { publicId: textOf(typed, 'post') },
        body: {
          title: textOf(typed, 'title'),
          ...(typed.body !== undefined && { body: typed.body }),
          ...madeWithAiIn(typed),
        },
      }),
      pathOfPost,
    ),
  },

  'delete-post': {
    async show(showing) {
      const post = await getPost(showing)
      refuseOthers(showing, post)
      return () => ({
        title: t('Delete post?'),
        about: { text: post.title },
        form: { hidden: { post: post.publicId }, fields: [], submit: t('Delete'), isDangerous: true },
        links: [toPost(post)],
      })
    },
    ...calling(
      'deletePost',
      (typed) => ({ params: { publicId: textOf(typed, 'post') }, body: {} }),
      pathOfPost,
    ),
  },

  // For a post, by its public id, or a comment, by its id.
  more: {
    async show(showing) {
      const { api, typed, viewer } = showing
      const isComment = kindOfId(textOf(typed, 'of')) === 'comment'
      const item = isComment
        ? await getComment(showing, 'of', { render: 'page' })
        : await getPost(showing, 'of')
      const [type, name] = isComment
        ? (['comment', item.id] as const)
        : (['post', textOf(typed, 'of')] as const)
      const [{ lists }, savedTo] = await Promise.all([
        getInitial(showing),
        api.call('listSavedTo', { query: { type, id: item.id } }),
      ])
      const isOwn = viewer !== null && item.userId === wireId('user', viewer.id) && !item.deleted
      const way = (what: 'edit' | 'delete', label: string) => ({
        href: `${formPath(`${what}-${type}`)}?${type}=${name}`,
        label,
      })
      return () => ({
        title: isComment ? t('Comment options') : t('Post options'),
        about: 'title' in item ? { text: item.title } : { html: item.bodyHtml ?? '' },
        buttons: lists.map((list) => {
          const isIn = savedTo.includes(list.id)
          return {
            name: isIn ? 'unsave' : 'save',
            value: `${item.id} ${list.name}`,
            label: isIn
              ? t('Remove from “{list}”', { list: list.displayName })
              : t('Save to “{list}”', { list: list.displayName }),
          }
        }),
        links: [
          ...(isOwn ? [way('edit', t('Edit')), way('delete', t('Delete'))] : []),
          'postPublicId' in item ? toComment(item) : toPost(item),
        ],
      })
    },
  },

  account: {
    async show({ viewer }) {
      const username = viewer?.username ?? ''
      return () => ({
        title: `@${username}`,
        buttons: [{ name: 'logout', value: '1', label: t('Logout') }],
        links: [
          { href: `/@${username}`, label: t('Profile') },
          { href: `/@${username}/lists`, label: t('My lists') },
          { href: '/notifications', label: t('Notifications') },
          { href: '/', label: t('Home') },
        ],
      })
    },
  },
}

function fieldsOfComment(typed: Typed): PlainField[] {
  return [body(textOf(typed, 'body'), t('Comment')), ...madeWithAiBox(typed, { policy: undefined })]
}

const fieldsOfPost = (typed: Typed, communities: Initial['communities']): PlainField[] => [
  {
    name: 'community',
    label: t('Community'),
    kind: 'line',
    value: textOf(typed, 'community'),
    hint: t('As it appears in the URL.'),
    choices: communities.map(({ name }) => ({ value: name, label: name })),
  },
  title(textOf(typed, 'title')),
  {
    name: 'url',
    label: t('Link'),
    kind: 'url',
    value: textOf(typed, 'url'),
    hint: t("Optional. Link posts can't have text."),
  },
  body(textOf(typed, 'body'), t('Text')),
]
