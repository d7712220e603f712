import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProgram, type Program } from './program.ts'

type Job = 'answer' | 'work' | 'hang' | 'crash' | 'exit'

const source = `
process.on('message', (job) => {
  if (job.do === 'crash') process.kill(process.pid, 'SIGSEGV')
  else if (job.do === 'exit') process.exit(7)
  else if (job.do === 'work') for (;;);
  else if (job.do === 'answer') process.send('done')
})
process.on('disconnect', () => process.exit())
`
const whose = { merchantId: '1', accountId: '1' }
let folder = ''
let program: Program<{ readonly do: Job }, string>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cheyi-program-'))
  const path = join(folder, 'program.mjs')
  await writeFile(path, source)
  program = openProgram({
    noun: '测试',
    ofAccount: 9,
    ofAll: 9,
    program: path,
    jobMs: 1500,
    broken: (why) => why,
  })
})
afterAll(async () => {
  program.close()
  await rm(folder, { recursive: true })
})

describe('a process that does jobs', () => {
  it.each<[string, Job, string | RegExp]>([
    ['a job that works without end', 'work', 'time limit: 1.5 s of processor time'],
    ['a job that hangs', 'hang', 'time limit: stood still for 1.5 s'],
    ['a crash', 'crash', 'the process ended: SIGSEGV'],
    ['an end of its own', 'exit', 'the process ended: code 7'],
    // On a busy machine it takes as long as it takes to use the processor for so long.
  ])(
    'tells %s apart, and does the next job',
    async (_, job, why) => {
      expect(await program.run({ do: job }, whose)).toBe(why)
      expect(await program.run({ do: 'answer' }, whose)).toBe('done')
    },
    60_000,
  )
})
