import { ensureGenerated } from './lib/generated.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { script } from './lib/workspace.mjs'

/* npm run generate — what an editor needs that git does not keep; everything else that reads it asks for it by itself. */

script(async () => {
  await ensureInstalled({ toCheck: true })
  await ensureGenerated()
})
