import { ensureInstalled } from './lib/install.mjs'
import { ensureServerBuilt } from './lib/server-build.mjs'
import { at, runInForeground, script } from './lib/workspace.mjs'

/* npm run mutants — plants faults one at a time and says which of them the tests name; arguments are passed on. */

script(async () => {
  await ensureInstalled({ toCheck: true })
  await ensureServerBuilt()
  await runInForeground([at('server', 'prove', 'mutants', 'main.ts'), ...process.argv.slice(2)])
})
