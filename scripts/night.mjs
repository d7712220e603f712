import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { at, runInForeground, script } from './lib/workspace.mjs'

/* npm run night — the server that ships over a night, the end of a month and of a year; arguments are passed on. */

script(async () => {
  await ensureInstalled({ toCheck: true })
  await ensureBuilt()
  await runInForeground([at('server', 'prove', 'night', 'main.ts'), ...process.argv.slice(2)])
})
