import { defineConfig, type Plugin } from 'vite'
import { buildTarget } from '../src/build/supported-browsers.ts'

/** The reference asks for no picture of its maker's network, and for no source map that is not there. */
const offline: Plugin = {
  name: 'offline',
  generateBundle(_, files) {
    for (const file of Object.values(files))
      if (file.type === 'asset' && /redoc.*\.js$/.test(file.fileName))
        file.source = Buffer.from(file.source)
          .toString('utf8')
          .replaceAll('https://cdn.redoc.ly/redoc/logo-mini.svg', 'data:,')
          .replace(/\/\/# sourceMappingURL=\S+\s*$/, '')
  },
}

/** The page of the open API's document, apart from the application. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/open/v1/docs/',
  plugins: [offline],
  build: {
    outDir: '../dist/open/v1/docs',
    emptyOutDir: true,
    target: buildTarget,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
