import react from '@vitejs/plugin-react'
import { type BuildOptions, defineConfig } from 'vite'
import manifest from './package.json' with { type: 'json' }
import { appIcons } from './web/build/appIconsPlugin.ts'
import { chunkGroups } from './web/build/chunks.ts'
import { className } from './web/build/className.ts'
import { iconSprite } from './web/build/iconSpritePlugin.ts'
import { classNamesInPlace } from './web/build/inPlace.ts'
import { shellOf } from './web/build/shellOf.ts'
import { callAddresses } from './web/data/calls/calls-plugin.ts'

/** What Node runs: the server, the command line, and the pages, which the server is handed. */
const programs = {
  main: 'server/main.ts',
  cli: 'server/cli/main.ts',
  'entry-server': 'web/entry-server.tsx',
}

const builds = {
  web: {
    outDir: 'dist/web',
    manifest: true,
    target: 'es2022',
    // The content security policy knows no data: scripts and fonts, and a file of its own is cached longer.
    assetsInlineLimit: 0,
    // What comes later finds nearly all that it imports loaded; the lists of it would be a part of every first page.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files) => files.filter((file) => file.endsWith('.css')),
    },
    rolldownOptions: {
      input: 'web/entry-browser.tsx',
      // Limits and class names stand where they are used, not in tables that every page would carry.
      optimization: { inlineConst: true },
      output: { codeSplitting: { groups: chunkGroups() } },
    },
  },
  worker: {
    outDir: 'dist/web',
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'es2022',
    rolldownOptions: {
      input: 'web/worker/serviceWorker.ts',
      // Browsers know it by its address, and not all of them load workers that are modules.
      output: { entryFileNames: 'service-worker.js', format: 'iife' },
    },
  },
  server: {
    outDir: 'dist/server',
    copyPublicDir: false,
    ssr: true,
    target: 'node20',
    sourcemap: true,
    rolldownOptions: { input: programs, output: { entryFileNames: '[name].js' } },
  },
} satisfies Record<string, BuildOptions>

/**
 * `--mode web`: what the browser gets, in dist/web. `--mode worker`, after it: the service worker, which knows those files.
 * `--mode server`: what Node runs, in dist/server.
 */
export default defineConfig(({ mode, command }) => ({
  publicDir: 'web/public',
  plugins: mode === 'worker' ? [] : [react(), iconSprite(), appIcons(), callAddresses(), classNamesInPlace()],
  css: { modules: { generateScopedName: className } },
  // A forgotten NODE_ENV must not ship the development build of React.
  ...(command === 'build' && {
    define: { 'process.env.NODE_ENV': '"production"', ...(mode === 'worker' && shellOf('dist/web')) },
  }),
  build: builds[mode as keyof typeof builds] ?? builds.web,
  // One bundle starts twice as fast as a thousand files; what is not JavaScript stays where it was installed.
  ...(command === 'build' && {
    ssr: {
      noExternal: true as const,
      external: ['sharp', '@node-rs/argon2', 'pg-native', ...Object.keys(manifest.optionalDependencies)],
    },
  }),
}))
