import { fork } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ownBuild } from './ownBuild.mjs'
import { releaseFile } from './ready.mjs'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'own-build-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** A program that loads a part of itself when it is asked to, as the server does with pages. */
function build(version) {
  const made = join(root, `made-${version}`)
  mkdirSync(join(made, 'server'), { recursive: true })
  writeFileSync(
    join(made, 'server/main.js'),
    `export const late = async () => '${version}, ' + (await import('./late-${version}.js')).version`,
  )
  writeFileSync(join(made, `server/late-${version}.js`), `export const version = '${version}'`)
  // As scripts/lib/bundle.mjs does.
  const dist = join(root, 'dist')
  if (existsSync(dist)) {
    renameSync(dist, join(root, 'former'))
    renameSync(made, dist)
    rmSync(join(root, 'former'), { recursive: true })
  } else renameSync(made, dist)
}

/** Starts a program as scripts/start.mjs does. It answers each message with what it has loaded late. */
async function start() {
  const script = join(root, `start-${Math.random()}.mjs`)
  writeFileSync(
    script,
    `import { join } from 'node:path'
     import { pathToFileURL } from 'node:url'
     import { ownBuild } from ${JSON.stringify(new URL('ownBuild.mjs', import.meta.url).href)}
     const { late } = await import(pathToFileURL(join(ownBuild(${JSON.stringify(root)}), 'server/main.js')).href)
     process.on('message', async () => process.send(await late().catch(({ code }) => code)))
     process.send('ready')`,
  )
  const child = fork(script)
  await once(child, 'message')
  return {
    async load() {
      child.send('')
      const [answer] = await once(child, 'message')
      return answer
    },
    async end(how) {
      if (how === 'exit') child.disconnect()
      else child.kill(how)
      await once(child, 'exit')
    },
  }
}

const copies = () => readdirSync(root).filter((name) => name.startsWith('dist-'))

it('a build replaces no file that a running program still loads', async () => {
  build(1)
  const first = await start()
  build(2)
  const second = await start()
  expect([await first.load(), await second.load()]).toEqual(['1, 1', '2, 2'])
  expect(copies()).toHaveLength(2)
  await first.end('exit')
  await second.end('exit')
  expect(copies()).toEqual([])
})

it('a copy has files of one build, while others replace it', async () => {
  build(1)
  writeFileSync(
    join(root, 'builds.mjs'),
    `import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
     process.chdir(${JSON.stringify(root)})
     process.on('disconnect', () => process.exit())
     const build = (version) => {
       mkdirSync('next/server', { recursive: true })
       writeFileSync('next/server/main.js', String(version))
       for (let part = 0; part < 20; part++) writeFileSync('next/server/' + version + '-' + part, '')
       renameSync('dist', 'former')
       renameSync('next', 'dist')
       rmSync('former', { recursive: true })
       if (version === 3) process.send('building')
       setImmediate(build, version + 1)
     }
     build(2)`,
  )
  const builds = fork(join(root, 'builds.mjs'))
  await once(builds, 'message')
  for (let copy = 0; copy < 30; copy++) {
    const own = ownBuild(root)
    const version = readFileSync(join(own, 'server/main.js'), 'utf8')
    const parts = readdirSync(join(own, 'server')).filter((name) => name !== 'main.js')
    expect(parts.filter((name) => name.startsWith(`${version}-`))).toHaveLength(20)
    expect(parts).toHaveLength(20)
    rmSync(own, { recursive: true })
  }
  builds.disconnect()
  await once(builds, 'exit')
})

it('the copy of a killed program is removed by the next', async () => {
  build(1)
  const killed = await start()
  await killed.end('SIGKILL')
  expect(copies()).toHaveLength(1)
  const next = await start()
  expect(copies()).toHaveLength(1)
  expect(await next.load()).toBe('1, 1')
  await next.end('exit')
  expect(copies()).toEqual([])
})

it('a release has no copies', async () => {
  build(1)
  writeFileSync(join(root, releaseFile), '{}')
  const program = await start()
  expect(copies()).toEqual([])
  expect(await program.load()).toBe('1, 1')
  await program.end('exit')
})
