import { spawnSync } from 'node:child_process'
import { run } from './project.mjs'

const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']
/** Chromium without windows: opens pages in two thirds of the time. */
const shell = 'chromium-headless-shell'
const macPaths = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Aborts a stalled download. */
const downloadTimeoutMs = 5 * 60_000

/**
 * Finds a Chromium, or installs one: that of Playwright, or as root the package of Debian.
 *
 * @param {{ headlessShell: boolean }} options Whether the headless shell is preferred, as for tests. Measurements use
 *   the full browser, as people do.
 * @returns {Promise<{ path: string } | { instructions: string }>} the instructions are for the developer.
 */
export async function findOrGetChromium({ headlessShell }) {
  const named = process.env.CHROMIUM_PATH
  if (named)
    return starts(named)
      ? { path: named }
      : { instructions: `CHROMIUM_PATH is ${named}, which does not start.` }
  const { chromium } = await import('@playwright/test')
  const names = headlessShell ? [shell, ...browsers] : [...browsers, shell]
  const found = () =>
    [chromium.executablePath(), ...names.map((name) => `/usr/bin/${name}`), ...macPaths, ...names].find(
      starts,
    )
  let path = found()
  if (path) return { path }

  console.error('No Chromium found. Downloading the one of Playwright …')
  const env = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' }
  await run('playwright', ['install', 'chromium'], { env, timeoutMs: downloadTimeoutMs })
  path = found()
  if (!path && process.geteuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    console.error('It does not start on this system. Installing the system package …')
    const quietly = { env: { DEBIAN_FRONTEND: 'noninteractive' }, quiet: true, timeoutMs: downloadTimeoutMs }
    await run('apt-get', ['update'], quietly)
    for (const name of headlessShell ? [shell, 'chromium'] : ['chromium']) {
      await run('apt-get', ['install', '--yes', '--no-install-recommends', name], quietly)
      path = found()
      if (path) break
    }
  }
  if (path) return { path }
  return {
    instructions:
      'No Chromium was found for the browser tests, and none could be installed. Install one ("apt-get install chromium-headless-shell", ' +
      '"npx playwright install --with-deps chromium"), or set CHROMIUM_PATH=/path/to/chromium.',
  }
}

/** Whether the program prints its version. On some systems, "chromium" is a stub that explains how to install it. */
function starts(path) {
  if (!path) return false
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 })
  return status === 0 && /\d+\.\d+/.test(stdout)
}
