import { ensureInstalled } from './lib/install.mjs'
import { at, runInForeground, script } from './lib/workspace.mjs'

/*
 * npm run image -- --prove — builds the container image of ops/image, and tries it: started, booked in, upgraded with data, rolled back.
 * Needs root on Linux, buildah, and the registries of Debian and npm; arguments are passed on.
 */

script(async () => {
  await ensureInstalled({ toCheck: true })
  await runInForeground([at('server', 'prove', 'image', 'main.ts'), ...process.argv.slice(2)])
})
