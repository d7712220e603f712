import { defineConfig } from 'rolldown'
import server from './rolldown.config.ts'

/** The server that tests have end itself, bundled like the one that ships (decision 151). */
export default defineConfig({
  ...server,
  input: { mortal: 'src/testing/mortal/main.ts' },
  output: { ...server.output, cleanDir: false },
})
