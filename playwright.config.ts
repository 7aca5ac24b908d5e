import { defineConfig, devices } from '@playwright/test'

const executablePath = process.env.CHROMIUM_PATH

/** Tests of what people do, in a real browser with the built server. `npm test` builds it and finds the browser. */
export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '**/*.test.ts',
  fullyParallel: true,
  forbidOnly: true,
  // `npm test` reports how many needed a second try; each of them must be fixed.
  retries: 1,
  workers: 2,
  // Safety nets: tests wait for events, and must also pass on a machine that does much else.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    // Recording every step takes a fifth of the time. To see what a test did, run it with `--trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Blocked, because it would bypass answers that tests delay or replace; tests of the worker itself allow it.
    serviceWorkers: 'block',
    launchOptions: {
      // Shared memory is small in containers. Without a graphics card, a process of its own for drawing only costs time.
      // Tests of a worker share the renderer of the site: see tests/browser/support/keptContexts.ts.
      args: ['--disable-dev-shm-usage', '--in-process-gpu', '--process-per-site'],
      ...(executablePath && { executablePath }),
    },
    // Fading colours would be measured halfway.
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    {
      name: 'desktop',
      grepInvert: /@phone/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1320, height: 1050 } },
    },
    {
      name: 'phone',
      grep: /@phone/,
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } },
    },
  ],
})
