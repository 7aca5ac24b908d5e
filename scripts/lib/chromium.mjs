import { spawnSync } from 'node:child_process'
import { run } from './project.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']
const places = [
  ...names.map((name) => `/usr/bin/${name}`),
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** A stalled download must not look like a test that takes long. */
const downloadPatienceMs = 5 * 60_000

/**
 * Finds a Chromium for the browser tests, or gets one: Playwright's own, or as root the package of Debian.
 *
 * @returns {Promise<{ path: string } | { whatToDo: string }>}
 */
export async function findOrGetChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named)
    return starts(named) ? { path: named } : { whatToDo: `CHROMIUM_PATH is ${named}, which does not start.` }
  const { chromium } = await import('@playwright/test')
  const found = () => [chromium.executablePath(), ...places, ...names].find(starts)
  let path = found()
  if (path) return { path }

  console.error('No Chromium found. Getting the one of Playwright …')
  const env = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' }
  await run('playwright', ['install', 'chromium'], { env, timeoutMs: downloadPatienceMs })
  path = found()
  if (!path && process.geteuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    console.error('That does not run here. Getting the package of the system …')
    const quietly = { env: { DEBIAN_FRONTEND: 'noninteractive' }, quiet: true, timeoutMs: downloadPatienceMs }
    await run('apt-get', ['update'], quietly)
    await run('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium'], quietly)
    path = found()
  }
  if (path) return { path }
  return {
    whatToDo:
      'There is no Chromium for the browser tests, and none could be fetched. Install one ("apt-get install chromium", ' +
      '"npx playwright install --with-deps chromium"), or name yours with CHROMIUM_PATH=/path/to/chromium.',
  }
}

/** Some systems ship a "chromium" that only explains how to install one; a real one knows its version. */
function starts(path) {
  if (!path) return false
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 })
  return status === 0 && /\d+\.\d+/.test(stdout)
}
