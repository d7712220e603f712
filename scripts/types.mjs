import { compilerArguments } from './lib/compiler-arguments.mjs'
import { ensureGenerated } from './lib/generated.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { at, runInForeground, script } from './lib/workspace.mjs'

/* npm run types — the compiler over the whole workspace. */

script(async () => {
  await ensureInstalled({ toCheck: true })
  await ensureGenerated()
  await runInForeground([at('node_modules', 'typescript', 'bin', 'tsc'), ...compilerArguments])
})
