import { spawnSync } from 'node:child_process'
import { ensureInstalled } from './lib/install.mjs'
import { at, ended, script, spawnNode } from './lib/workspace.mjs'

/*
 * npm run files — tables of other programs are imported, and what the product writes is opened by LibreOffice, poppler and qpdf. `npm test`
 * imports the tables too, and opens what is written in its large size where the programs are installed; here all of them must be.
 */

const programs = [
  ['soffice', '--version', 'libreoffice-calc'],
  ['pdftotext', '-v', 'poppler-utils'],
  ['qpdf', '--version', 'qpdf'],
]

const foreign = 'server/src/testing/foreign'
const suites = [
  ['unit', foreign, 'server/src/outside/table', 'server/src/outside/pay/bills.unit.test.ts'],
  ['api', foreign],
]

script(async () => {
  await ensureInstalled({ toCheck: true })
  const missing = programs.filter(([program = '', ask = '']) => spawnSync(program, [ask]).error !== undefined)
  if (missing.length > 0) {
    const packages = missing.map(([, , name]) => name).join(' ')
    throw new Error(
      `没有安装 ${missing.map(([program]) => program).join('、')}：apt-get install --no-install-recommends ${packages}`,
    )
  }
  process.env.FILES = '1'
  for (const [project = '', ...paths] of suites) {
    const code = await ended(
      spawnNode([at('node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', project, ...paths]),
    )
    if (code !== 0) process.exitCode = 1
  }
})
