import { defineConfig } from 'rolldown'
import server from './rolldown.config.ts'

/** Processes that tests kill: a server, and a sender of messages to channels, bundled like the server that ships (decision 151). */
export default defineConfig({
  ...server,
  input: { mortal: 'src/testing/mortal/main.ts', sender: 'src/testing/push-process.ts' },
  output: { ...server.output, cleanDir: false },
})
