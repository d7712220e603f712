import { carTypes } from '@cheyi/domain/fleet/inventory/codes'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { defineConfig, type Plugin } from 'vite'
import { buildTarget } from '../src/build/supported-browsers.ts'
import CarDrawing from '../src/ui/media/car-drawing.tsx'

/** Writes the drawing of each class of cars as a file, with room around it as a photo of 8:5 has: models without a photo show it. */
const carDrawings: Plugin = {
  name: 'car-drawings',
  generateBundle() {
    for (const carType of carTypes.values)
      this.emitFile({
        type: 'asset',
        fileName: `cars/${carType}.svg`,
        source: renderToStaticMarkup(createElement(CarDrawing, { carType })).replace(
          '<svg viewBox="0 0 120 48"',
          '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -20 140 87.5"',
        ),
      })
  },
}

/**
 * The booking page of merchants, apart from the application: its script and styles for browsers, and (`--ssr`) the same components for the
 * server, which writes the first HTML of each page. The server's part lies outside the folder that is served.
 */
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  base: '/site/',
  ...(!isSsrBuild && { plugins: [carDrawings] }),
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
