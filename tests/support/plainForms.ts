import { afterAll } from 'vitest'
import { createApp } from '../../server/app.ts'
import { renderer } from '../../web/entry-server.tsx'
import { type Client, startForum } from './forum.ts'
import { readHtml, textOf } from './html.ts'

export const ownPage = { origin: 'http://forum.example', 'sec-fetch-site': 'same-origin' }
export const tokenOf = (who: Client) => who.headers()['x-csrf-token']

export interface Sent {
  /** What the browser says about where the form comes from. */
  from?: Record<string, string>
  headers?: Record<string, string>
}

/** The page that answers a form: its message, and its fields with what they contain. */
export function pageOf({ body }: { body: string }) {
  const page = readHtml(body)
  const values = [...page.all('input'), ...page.all('textarea')].map((field): [string, string] => [
    field.attribs.name ?? '',
    // A parser drops no line break, and a browser the first one in a textarea.
    field.name === 'textarea' ? textOf(field) : (field.attribs.value ?? ''),
  ])
  return {
    heading: textOf(page.all('h1')[0]),
    message: textOf(page.all('div', { role: 'alert' })[0]),
    fields: Object.fromEntries(values),
    buttons: page.all('button').map(textOf),
    linksTo: page.linksTo,
  }
}

/** Starts a forum with pages, for tests that send forms as browsers without scripts do. */
export async function startPlainForms() {
  const forum = await startForum()
  const admin = await forum.member('keeper', { isAdmin: true })
  const member = await forum.member('rowan')
  await forum.community('moss', admin)
  const assetsFor = () => ({ entry: '', preloads: [], styles: [] })
  const app = await createApp({ ...forum, pages: { renderer, assetsFor, filesFolder: null } })
  afterAll(async () => {
    await app.close()
    await forum.close()
  })

  /** Sends a form as a browser without scripts does, with the cookies of a client. */
  const send = (
    who: Client | null,
    form: string,
    fields: Record<string, string>,
    { from = ownPage, headers = {} }: Sent = {},
  ) =>
    app.inject({
      method: 'POST',
      url: `/-/${form}`,
      headers: {
        host: 'forum.example',
        'content-type': 'application/x-www-form-urlencoded',
        ...(who && { cookie: who.headers().cookie }),
        ...from,
        ...headers,
      },
      payload: new URLSearchParams(fields).toString().replaceAll('%0A', '%0D%0A'),
    })
  /** The same with the token of the session. */
  const sendAs = (who: Client, form: string, fields: Record<string, string>, sent: Sent = {}) =>
    send(who, form, { token: tokenOf(who), ...fields }, sent)
  const open = (who: Client | null, url: string, headers: Record<string, string> = {}) =>
    app.inject({ url, headers: { ...(who && { cookie: who.headers().cookie }), ...headers } })
  const newPost = () => forum.post(admin, 'moss', { title: 'Spores in spring', body: 'They fly.' })
  const commentsOf = async ({ publicId }: { publicId: string }): Promise<{ id: string; body: string }[]> =>
    (await forum.app.inject(`/api/posts/${publicId}/comments`)).json().comments
  const sessionCookie = () => forum.config.sessionCookie
  const userOf = async (response: { cookies: { name: string; value: string }[] }) => {
    const session = response.cookies.find(({ name }) => name === sessionCookie())
    const answer = await app.inject({
      url: '/api/_user',
      cookies: { [sessionCookie()]: session?.value ?? '' },
    })
    return answer.statusCode === 200 ? answer.json().username : null
  }
  return { forum, admin, member, send, sendAs, open, newPost, commentsOf, userOf }
}
