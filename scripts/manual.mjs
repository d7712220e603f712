import { resolve } from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { ensureWebBuilt } from './lib/web-build.mjs'
import { at, ended, script, spawnNode } from './lib/workspace.mjs'

/*
 * npm run manual — the manual as a website of plain files into .manual/, or into the folder that is given, with the
 * operator's handbook and the document of the open API. PUBLIC_URL is the address of the API in that document.
 */

script(async () => {
  await ensureInstalled({ toCheck: true })
  await ensureWebBuilt()
  const folder = resolve(process.argv[2] ?? at('.manual'))
  process.exitCode = await ended(spawnNode([at('web', 'manual', 'site.ts'), folder]))
})
