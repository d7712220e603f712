import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/*
 * `npm start` keeps the server running: here a program stands in for it that ends as told, a run at a time.
 */

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cheyi-launcher-'))
})
afterAll(() => rm(folder, { recursive: true }))

const workspace = new URL('../../scripts/lib/workspace.mjs', import.meta.url).href

/** Launches a program whose runs end as `runs` says. @returns the launcher's exit code, and how often it ran */
async function launched(runs: readonly { listens: boolean; code: number }[]): Promise<{ code: number; times: number }> {
  const log = join(folder, `${Math.random()}`)
  await writeFile(log, '')
  const program = join(folder, 'program.mjs')
  await writeFile(
    program,
    `import { appendFileSync, readFileSync } from 'node:fs'
     const [log, runs] = process.argv.slice(2)
     const { listens, code } = JSON.parse(runs)[readFileSync(log, 'utf8').length]
     appendFileSync(log, '.')
     if (listens) process.send('listening', () => process.exit(code))
     else process.exit(code)`,
  )
  const launcher = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { keepRunning } from ${JSON.stringify(workspace)}
       await keepRunning(${JSON.stringify([program, log, JSON.stringify(runs)])})`,
    ],
    { stdio: 'ignore' },
  )
  const [code] = await once(launcher, 'exit')
  return { code, times: (await readFile(log, 'utf8')).length }
}

test('starts a server again that has listened and ended by a fault, until it is ended well', async () => {
  const runs = [
    { listens: true, code: 1 },
    { listens: false, code: 75 },
    { listens: true, code: 0 },
  ]
  expect(await launched(runs)).toEqual({ code: 0, times: 3 })
})

test('passes on why a start failed, and does not repeat what cannot succeed', async () => {
  expect(await launched([{ listens: false, code: 75 }])).toEqual({ code: 75, times: 1 })
  const changed = [
    { listens: true, code: 1 },
    { listens: false, code: 78 },
  ]
  expect(await launched(changed)).toEqual({ code: 78, times: 2 })
})
