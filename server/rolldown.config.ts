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
 * The server as few files: what starts with it in one, what it loads when needed beside it (decision 0016). Programs of
 * their own (pictures, tables) and commands run from the sources.
 */
export default defineConfig({
  input: { main: 'src/main.ts', gateway: 'src/gateway.ts' },
  platform: 'node',
  // Machine code, and what finds its files by itself.
  external: ['sharp', '@node-rs/argon2', 'pg-native', 'pino'],
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
