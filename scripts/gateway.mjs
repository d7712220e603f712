import { ensureInstalled } from './lib/install.mjs'
import { ensureServerBuilt } from './lib/server-build.mjs'
import { gatewayProcess } from './lib/server-process.mjs'
import { keepRunning, script } from './lib/workspace.mjs'

/* npm run gateway — takes terminals in cars, beside servers that run (docs/operations.md). */

script(async () => {
  await ensureInstalled()
  await ensureServerBuilt()
  await keepRunning(gatewayProcess)
})
