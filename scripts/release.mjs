import { ensureInstalled } from './lib/install.mjs'
import { at, runInForeground, script } from './lib/workspace.mjs'

/* npm run release — makes a release of this tree; arguments are passed on. */

script(async () => {
  await ensureInstalled({ toCheck: true })
  await runInForeground([at('server', 'prove', 'release', 'main.ts'), ...process.argv.slice(2)])
})
