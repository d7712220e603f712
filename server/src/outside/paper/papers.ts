import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PaperJob, PaperPort } from '../../kernel/ports.ts'
import { openProgram, type Program } from '../program.ts'

/** The same as the process gets it: pictures as files, since Node's channel copies a long message again with each piece. */
export interface PrintJob extends Omit<PaperJob, 'photos' | 'stamp'> {
  readonly photos: readonly (string | null)[]
  readonly stamp: string | null
}

export type PaperResult = { readonly ok: true; readonly pdf: Uint8Array } | { readonly ok: false; readonly why: string }

const program = fileURLToPath(new URL('./paper-process.ts', import.meta.url))
/** Who prints holds an order and a connection meanwhile. */
export const PAPER_LINE = { noun: '合同', ofAccount: 2, ofAll: 4 }

export type PaperProgram = Program<PrintJob, PaperResult>

export const openPaperProgram = (): PaperProgram =>
  openProgram({ program, ...PAPER_LINE, jobMs: 20_000, broken: { ok: false, why: 'the process ended' } })

/**
 * Prints in a process, one of its own unless told. `folder`: where photos wait while their paper is printed; what a killed server
 * leaves there goes with its next start.
 */
export function openPapers(folder: string, printer = openPaperProgram()): PaperPort {
  return {
    async print(job, whose) {
      const files = [job.stamp, ...job.photos].map((bytes) => bytes && { bytes, path: join(folder, randomUUID()) })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      try {
        await Promise.all(files.map((file) => file && writeFile(file.path, file.bytes, { mode: 0o600 })))
        const [stamp = null, ...photos] = files.map((file) => file?.path ?? null)
        const result = await printer.run({ ...job, stamp, photos }, whose)
        if (!result.ok) throw new Error(`a paper was not printed: ${result.why}`)
        return Buffer.from(result.pdf)
      } finally {
        await Promise.all(files.map((file) => file && rm(file.path, { force: true })))
      }
    },
    close: printer.close,
  }
}
