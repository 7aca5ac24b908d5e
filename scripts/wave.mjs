/**
 * Lets a wave of bots run into a forum, with the bar that is raised against it and without, and prints what came of it:
 * `npm run wave`, or `npm run wave -- 600` for the first ten minutes of the hour.
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from './lib/install.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
await ensureInstalled({ dev: true })
const [seconds = '3600'] = process.argv.slice(2)
const child = spawn('npx', ['vitest', 'run', 'tests/wave.test.ts', '--disable-console-intercept'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, WAVE_SECONDS: seconds, WAVE_REPORT: '1' },
})
child.on('exit', (code) => {
  process.exitCode = code ?? 1
})
