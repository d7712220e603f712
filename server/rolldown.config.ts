import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'rolldown'

const server = fileURLToPath(new URL('.', import.meta.url))

/** A file that names another by its own place goes on doing so from `server/src`, where the other still is. */
const ownPlace: Plugin = {
  name: 'own-place',
  transform: {
    filter: { code: 'import.meta.url', id: /\.ts$/ },
    handler: (code, id) => {
      const place = relative(server, id).replaceAll(sep, '/')
      return code.replaceAll('import.meta.url', `new URL('../${place}', import.meta.url).href`)
    },
  },
}

/** What finds its files by its own place as CommonJS does would miss them when it is used, not when it is built. */
const noLostFiles: Plugin = {
  name: 'no-lost-files',
  transform: {
    filter: { code: /\b__(dirname|filename)\b/ },
    handler(_, id) {
      this.error(`${id} looks for files beside itself: add its package to \`external\``)
    },
  },
}

/**
 * The server is bundled into few files, because 1,500 modules with their texts kept 50 MB more in memory and doubled the time to
 * start: what starts with it stands in one file, what it loads when needed beside it. Child processes (pictures, tables) and
 * commands run from the sources.
 */
export default defineConfig({
  input: { main: 'src/main.ts', gateway: 'src/gateway.ts' },
  platform: 'node',
  // Machine code, what finds its files by itself, and what loads a part of itself when it is used: two copies of it do not know
  // the errors of each other.
  external: ['sharp', '@node-rs/argon2', 'pg-native', 'pino', 'file-type'],
  plugins: [ownPlace, noLostFiles],
  output: {
    dir: 'dist',
    cleanDir: true,
    charset: 'ascii',
    comments: false,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  },
})
