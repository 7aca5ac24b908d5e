import { defineConfig, devices } from '@playwright/test'

const executablePath = process.env.CHROMIUM_PATH

/** Tests of what people do, in a real browser with the built server. `npm test` builds it and finds the browser. */
export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '**/*.test.ts',
  fullyParallel: true,
  forbidOnly: true,
  // A test that fails now and then is a fault, of the test or of the program.
  retries: 0,
  workers: 2,
  // Safety nets: tests wait for events, and must also pass on a machine that does much else.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    // Tests with the tag `@phone` get a phone: see tests/browser/support/test.ts. As a project of its own, they would need
    // browsers and servers of their own.
    ...devices['Desktop Chrome'],
    viewport: { width: 1320, height: 1050 },
    // Recording every step takes a fifth of the time. To see what a test did, run it with `--trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Blocked, because it would bypass answers that tests delay or replace; tests of the worker itself allow it.
    serviceWorkers: 'block',
    launchOptions: {
      // Shared memory is small in containers. The network needs no process of its own either: the processes would talk to each
      // other about every request. (The first feature is the one that Playwright itself turns on, because the last list counts.)
      // Without a graphics card, a process of its own for drawing only costs time.
      // Tests of a worker share the renderer of the site: see tests/browser/support/keptContexts.ts. Without the limit, each new
      // page begins in another renderer, which costs a tenth of the time.
      args: [
        '--disable-dev-shm-usage',
        '--in-process-gpu',
        '--process-per-site',
        '--renderer-process-limit=1',
        '--enable-features=CDPScreenshotNewSurface,NetworkServiceInProcess2',
      ],
      ...(executablePath && { executablePath }),
    },
    // Fading colours would be measured halfway.
    contextOptions: { reducedMotion: 'reduce' },
  },
})
