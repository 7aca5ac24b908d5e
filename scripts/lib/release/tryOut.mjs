import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** A picture that is as small as one can be. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/**
 * Uses a program as a new operator does: start, first account, a community, a post with a picture, backup, restore into an empty folder,
 * start again, read. Throws where that does not work.
 *
 * @param {{ command: (args: string[]) => [string, string[], object], backup: string, empty: () => void, version: string }} program
 *   `command` gives what `spawn` takes for a command of the program; `backup` is the path of a backup as the program sees it; `empty` removes
 *   its data.
 */
export async function tryOut({ command, backup, empty, version }) {
  const port = await freePort()
  const env = { PORT: String(port), HOST: '127.0.0.1', CAPTCHA: 'off', WORKERS: '1' }
  const children = []
  const begin = (args) => {
    const child = spawnWith(command(args), env)
    children.push(child)
    return child
  }
  try {
    await walkThrough({ begin, port, backup, empty, version })
  } finally {
    // Only after a failure, one still runs.
    for (const child of children) child.kill()
  }
}

async function walkThrough({ begin, port, backup, empty, version }) {
  const url = `http://127.0.0.1:${port}`

  const first = await start(begin)
  if (!first.output().includes(`Folkmoot ${version} `))
    throw new Error(`The start does not name the version ${version}:\n${first.output()}`)
  const link = /http\S+first-admin\S+/.exec(first.output())?.[0]
  if (!link) throw new Error(`The start prints no link for the first account:\n${first.output()}`)
  const ada = client(url)
  await ada('GET', new URL(link).pathname + new URL(link).search)
  await ada('GET', '/api/_initial')
  await ada('POST', '/api/_signup', { username: 'ada', password: 'correct horse battery' })
  const community = await ada('POST', '/api/communities', { name: 'garden', about: 'What grows.' })
  const form = new FormData()
  form.append('image', new Blob([picture], { type: 'image/png' }), 'picture.png')
  const image = await ada('POST', '/api/_uploads', form)
  const post = await ada('POST', '/api/posts', {
    type: 'image',
    title: 'The first tomato',
    community: community.name,
    imageId: image.id,
  })
  await finish(begin(['backup', backup]), 'backup')
  await first.stop()

  empty()
  await finish(begin(['restore', backup]), 'restore')
  await finish(begin(['settings', 'set', 'siteName', 'Restored']), 'settings')
  const second = await start(begin)
  if (!second.output().includes('Restored is running')) throw new Error(second.output())
  const found = await client(url)('GET', `/api/posts/${post.publicId}`)
  if (found.title !== 'The first tomato') throw new Error(`The post is not back: ${JSON.stringify(found)}`)
  const shown = await fetch(new URL(found.image.url, url))
  if (!shown.ok || !shown.headers.get('content-type')?.startsWith('image/'))
    throw new Error(`The picture is not back: ${shown.status}`)
  const page = await (await fetch(`${url}/`)).text()
  if (!page.includes('The first tomato'))
    throw new Error(`The front page lacks the post:\n${page.slice(0, 2000)}`)
  await second.stop()
}

function spawnWith([program, args, options], env) {
  return spawn(program, args, {
    ...options,
    env: { ...options.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Collects what a process prints. */
function outputOf(child) {
  let text = ''
  const add = (chunk) => {
    text += chunk
  }
  child.stdout.on('data', add)
  child.stderr.on('data', add)
  return () => text
}

/** Starts the server and waits until it answers. */
async function start(begin) {
  const child = begin(['start'])
  const output = outputOf(child)
  await new Promise((resolve, reject) => {
    child.stdout.on('data', () => output().includes('is running at') && resolve())
    child.once('close', () => reject(new Error(`The server does not start:\n${output()}`)))
    child.once('error', reject)
  })
  return {
    output,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'close')
      if (child.exitCode !== 0) throw new Error(`The server ended with ${child.exitCode}:\n${output()}`)
    },
  }
}

async function finish(child, name) {
  const output = outputOf(child)
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`"${name}" ended with ${code}:\n${output()}`)
}

/** A browser's requests, with its cookies. */
function client(url) {
  const cookies = new Map()
  return async (method, path, body) => {
    const isForm = body instanceof FormData
    const answer = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-csrf-token': decodeURIComponent(cookies.get('csrftoken') ?? ''),
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)
      cookies.set(name, value)
    }
    const text = await answer.text()
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : null
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  return port
}
