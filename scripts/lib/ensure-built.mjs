import { ensureServerBuilt } from './server-build.mjs'
import { ensureWebBuilt } from './web-build.mjs'

/** What a running product needs: the web application and the server, each built when its sources changed. */
export async function ensureBuilt() {
  await ensureWebBuilt()
  await ensureServerBuilt()
}
