import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { script } from './lib/workspace.mjs'

/* npm run build — installs and builds what `npm start` would, and starts nothing: before a service that may not write here. */

script(async () => {
  await ensureInstalled()
  await ensureBuilt()
})
