import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hasRead } from '@cheyi/domain/driver/reading'
import { readingOfTexts } from '@cheyi/domain/driver/reading-text'
import { Refusal } from '@cheyi/domain/refusal'
import type { Whose } from '../../kernel/fair-line.ts'
import type { DocumentPort } from '../../kernel/ports.ts'
import { openProgram, type Program } from '../program.ts'
import type { SignJob, SignResult } from './sign-process.ts'
import type { TextJob, TextResult } from './text-process.ts'

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url))
/** A picture takes seconds: who would wait for more than these types. */
const LINE = { noun: '图片', ofAccount: 2, ofAll: 8, jobMs: 30_000, broken: null }

/**
 * Reads papers and signs of cars on this machine, without an account and without a network (decisions 74, 84). `folder`: where a
 * picture waits while it is read; what a killed server leaves there goes with its next start.
 */
export function localOcr(folder: string): DocumentPort {
  const papers = openProgram<TextJob, TextResult>({ program: pathOf('./text-process.ts'), ...LINE })
  const signs = openProgram<SignJob, SignResult>({ program: pathOf('./sign-process.ts'), ...LINE })

  async function readBy<Job, Result>(
    { run }: Pick<Program<Job, Result>, 'run'>,
    whose: Whose,
    picture: Buffer,
    jobOf: (source: string) => Job,
    signal: AbortSignal | undefined,
  ): Promise<Result> {
    const source = join(folder, randomUUID())
    await mkdir(folder, { recursive: true, mode: 0o700 })
    try {
      await writeFile(source, picture, { mode: 0o600 })
      return await run(jobOf(source), whose, signal)
    } catch (error) {
      throw error instanceof Refusal ? new Refusal('ocrFailed') : error
    } finally {
      await rm(source, { force: true })
    }
  }
  return {
    async read(whose, slot, picture, signal) {
      const texts = await readBy(papers, whose, picture, (source) => ({ source }), signal)
      const reading = texts && readingOfTexts(slot, texts)
      if (reading === null || !hasRead(reading)) throw new Refusal('ocrFailed')
      return reading
    },
    async readSign(whose, sign, picture, signal) {
      const text = await readBy(signs, whose, picture, (source) => ({ source, sign }), signal)
      if (text === null) throw new Refusal('ocrFailed')
      return text
    },
    async close() {
      papers.close()
      signs.close()
    },
  }
}
