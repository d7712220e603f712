import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Whose } from '../../kernel/fair-queue.ts'
import { Unavailable } from '../../kernel/http/unavailable.ts'
import { openProgram, type Program } from '../program.ts'
import type { MarkJob, PictureJob, PictureResult } from './picture-process.ts'

const program = fileURLToPath(new URL('./picture-process.ts', import.meta.url))
/** One account may send the pictures of one record (20 files) and view some at the same time. */
export const PICTURE_LINE = { noun: '图片', ofAccount: 24, ofAll: 240 }

export interface Pictures {
  /** Encodes a picture again; pictures wait in a queue, one is processed at a time. @throws Refusal lineFull (-7) */
  rewrite(job: PictureJob, whose: Whose, signal: AbortSignal): Promise<PictureResult>
  /** A picture as a JPEG with these words all over it; null if it cannot be made. @throws Refusal lineFull (-7) */
  mark(bytes: Buffer, words: string, whose: Whose): Promise<Buffer | null>
  close(): void
}

export type PictureProgram = Program<PictureJob | MarkJob, PictureResult>

/** The decoding process (decision 4). A picture that crashes it counts as broken. */
export const openPictureProgram = (): PictureProgram =>
  openProgram({ program, ...PICTURE_LINE, jobMs: 30_000, broken: () => ({ ok: false, why: 'broken' }) })

/**
 * Decodes pictures in a process, its own by default. `folder`: temporary file of a picture while it is marked; files
 * left by a killed server are deleted at its next start.
 */
export function openPictures(folder: string, pictures = openPictureProgram()): Pictures {
  return {
    rewrite: pictures.run,
    async mark(bytes, words, whose) {
      const source = join(folder, randomUUID())
      const target = `${source}.marked`
      await mkdir(folder, { recursive: true, mode: 0o700 })
      try {
        await writeFile(source, bytes, { mode: 0o600 })
        const result = await pictures.run({ source, target, words }, whose)
        if (!result.ok && result.why === 'full') throw new Unavailable('storage')
        return result.ok ? await readFile(target) : null
      } finally {
        await Promise.all([source, target].map((path) => rm(path, { force: true })))
      }
    },
    close: pictures.close,
  }
}
