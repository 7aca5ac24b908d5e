import type { Visitor } from './scratchForum.ts'

interface Created {
  readonly id: string
  readonly publicId: string
}

/** A member who uses the API of a running server. */
export interface Person extends Visitor {
  readonly username: string
  /** @throws Error with the answer when it is a refusal. */
  get<Answer>(path: string): Promise<Answer>
  /** @throws Error with the answer when it is a refusal. */
  post<Answer = Created>(path: string, body: object): Promise<Answer>
  /** @returns the id of the picture. */
  upload(picture: Buffer): Promise<string>
}

/** Creates an account on a server without captcha and rate limits. */
export async function signUp(url: string, username: string): Promise<Person> {
  const cookies = new Map<string, string>()
  const headers = () => ({
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'x-csrf-token': decodeURIComponent(cookies.get('csrftoken') ?? ''),
  })
  const send = async (method: string, path: string, body: BodyInit | null, type: string | null) => {
    const answer = await fetch(url + path, {
      method,
      body,
      headers: { ...headers(), ...(type && { 'content-type': type }) },
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} → ${answer.status} ${text}`)
    return JSON.parse(text || 'null')
  }
  const post = (path: string, body: object) => send('POST', path, JSON.stringify(body), 'application/json')
  await send('GET', '/api/_initial', null, null)
  await post('/api/_signup', { username, password: `password of ${username}` })
  return {
    username,
    ...headers(),
    get: (path) => send('GET', path, null, null),
    post,
    async upload(picture) {
      const form = new FormData()
      form.append('image', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'picture.jpg')
      return (await send('POST', '/api/_uploads', form, null)).id
    },
  }
}
