import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import manifest from './package.json' with { type: 'json' }
import { iconSprite } from './web/components/icons/sprite-plugin.ts'

/** What Node runs: the server, the command line, and the pages, which the server is handed. */
const programs = {
  main: 'server/main.ts',
  cli: 'server/cli/main.ts',
  'entry-server': 'web/entry-server.tsx',
}

/** `--mode web`: what the browser gets, in dist/web. `--mode server`: what Node runs, in dist/server. */
export default defineConfig(({ mode, command }) => ({
  publicDir: 'web/public',
  plugins: [react(), iconSprite()],
  // A forgotten NODE_ENV must not ship the development build of React.
  ...(command === 'build' && { define: { 'process.env.NODE_ENV': '"production"' } }),
  build:
    mode === 'server'
      ? {
          outDir: 'dist/server',
          copyPublicDir: false,
          ssr: true,
          target: 'node20',
          sourcemap: true,
          rolldownOptions: { input: programs, output: { entryFileNames: '[name].js' } },
        }
      : {
          outDir: 'dist/web',
          manifest: true,
          target: 'es2022',
          // The content security policy knows no data: scripts and fonts, and a file of its own is cached longer.
          assetsInlineLimit: 0,
          rolldownOptions: { input: 'web/entry-browser.tsx' },
        },
  // One bundle starts twice as fast as a thousand files; what is not JavaScript stays where it was installed.
  ...(command === 'build' && {
    ssr: {
      noExternal: true as const,
      external: ['@node-rs/argon2', 'pg-native', ...Object.keys(manifest.optionalDependencies)],
    },
  }),
}))
