import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hasRead } from '@cheyi/domain/driver/reading'
import { readingOfTexts } from '@cheyi/domain/driver/reading-text'
import { Refusal } from '@cheyi/domain/refusal'
import type { DocumentPort } from '../../kernel/ports.ts'
import { openProgram } from '../program.ts'
import type { TextJob, TextResult } from './text-process.ts'

const program = fileURLToPath(new URL('./text-process.ts', import.meta.url))
/** A picture takes seconds: who would wait for more than these types. */
const MOST_WAITING = 4

/**
 * Reads papers on this machine, without an account and without a network (decision 74). `folder`: where a picture waits
 * while it is read; what a killed server leaves there goes with its next start.
 */
export function localOcr(folder: string): DocumentPort {
  const reader = openProgram<TextJob, TextResult>({ program, jobMs: 30_000, broken: null })
  return {
    async read(slot, picture) {
      if (reader.waiting >= MOST_WAITING) throw new Refusal('ocrFailed')
      const source = join(folder, randomUUID())
      await mkdir(folder, { recursive: true, mode: 0o700 })
      try {
        await writeFile(source, picture, { mode: 0o600 })
        const texts = await reader.run({ source })
        const reading = texts && readingOfTexts(slot, texts)
        if (reading === null || !hasRead(reading)) throw new Refusal('ocrFailed')
        return reading
      } finally {
        await rm(source, { force: true })
      }
    },
    close: async () => reader.close(),
  }
}
