import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

const helper = pathToFileURL(join(import.meta.dirname, 'endWithNpm.mjs')).href

let folder
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'folkmoot-npm-'))
  // Shells differ in whether they replace themselves by the only command; with two, none does.
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ scripts: { start: 'node script.mjs && true' } }),
  )
  writeFileSync(
    join(folder, 'script.mjs'),
    `import { endWithNpm } from '${helper}'
    const parent = process.ppid
    let checks = 0
    const open = setInterval(() => {
      if (process.ppid !== parent && ++checks === 3) console.log('alone')
    }, 250)
    endWithNpm(() => {
      console.log('ended')
      clearInterval(open)
    })
    // Last: it tells the test that the parent may end now.
    console.log(process.pid)`,
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts the command with an output that is closed when the last of its processes ends; the script in it says its id. */
async function start(command, args) {
  const { npm_lifecycle_event: _, ...env } = process.env
  const child = spawn(command, args, { cwd: folder, env, stdio: ['pipe', 'pipe', 'ignore'] })
  const said = []
  const lines = createInterface(child.stdout).on('line', (line) => said.push(line))
  const closed = once(lines, 'close')
  await expect.poll(() => said).toEqual([expect.stringMatching(/^\d+$/)])
  const [pid] = said.splice(0)
  let isClosed = false
  void closed.then(() => {
    isClosed = true
  })
  onTestFinished(() => isClosed || process.kill(pid))
  return { child, said, closed, pid }
}

describe('a script of npm', () => {
  it('ends when npm receives SIGTERM, though the shell between them does not pass that on', async () => {
    const { child, said } = await start('npm', ['start', '--silent'])
    child.kill('SIGTERM')
    await expect.poll(() => said).toEqual(['ended'])
  })

  it('that is run without npm goes on when the program that started it ends', async () => {
    const { child, said, closed, pid } = await start('sh', ['-c', 'node script.mjs & read line'])
    child.stdin.end()
    await expect.poll(() => said).toEqual(['alone'])
    process.kill(pid)
    await closed
    expect(said).toEqual(['alone'])
  })
})
