import { defineConfig, devices } from '@playwright/test'

const executablePath = process.env.CHROMIUM_PATH

/** What a person does, in a real browser before the built server. `npm test` builds it and finds the browser. */
export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '**/*.test.ts',
  fullyParallel: true,
  forbidOnly: true,
  // A machine that others use too may hold a page up; what passes only then is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  workers: 2,
  timeout: 30_000,
  expect: { timeout: 7_000 },
  reporter: 'list',
  use: {
    // Recording every step takes a fifth of the time; continuous integration does it when it tries again.
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
    // Answers that tests hold back or replace would not come through it; tests of the worker itself allow it.
    serviceWorkers: 'block',
    launchOptions: {
      // Shared memory is small in containers.
      args: ['--disable-dev-shm-usage'],
      ...(executablePath && { executablePath }),
    },
    // Colours that fade would be measured half way.
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
