import { defineConfig } from 'vite'
import { buildTarget } from '../src/build/supported-browsers.ts'

/**
 * The booking page of merchants, apart from the application: its script and styles for browsers, and (`--ssr`) the same components for the
 * server, which writes the first HTML of each page. The server's part lies outside the folder that is served.
 */
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  base: '/site/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  ...(isSsrBuild && { ssr: { noExternal: true } }),
  build: {
    outDir: isSsrBuild ? 'dist' : '../dist/site',
    emptyOutDir: true,
    target: isSsrBuild ? 'node20' : buildTarget,
    manifest: !isSsrBuild,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: isSsrBuild ? 'render.tsx' : 'client.tsx', checks: { pluginTimings: false } },
  },
}))
