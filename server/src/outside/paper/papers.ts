import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FileBytes, PaperJob, PaperPort } from '../../kernel/ports.ts'
import { openProgram, type Program } from '../program.ts'

/** The job as sent to the process: pictures are files, because Node's IPC channel copies a long message again with each chunk. */
export interface PrintJob extends Omit<PaperJob, 'photos' | 'stamp' | 'pack'> {
  readonly photos: readonly (string | null)[]
  readonly stamp: string | null
  readonly pack?: {
    readonly sealedAt: number
    readonly attached: readonly { readonly name: string; readonly path: string }[]
  }
  /** Path of the result: with many pictures it would be too long for a message as well. */
  readonly to: string
}

export type PaperResult = { readonly ok: true } | { readonly ok: false; readonly why: string }

const program = fileURLToPath(new URL('./paper-process.ts', import.meta.url))
export const PAPER_LINE = { noun: '合同', ofAccount: 2, ofAll: 4 }

export type PaperProgram = Program<PrintJob, PaperResult>

const brokenPaper = (why: string): PaperResult => ({ ok: false, why })

export const openPaperProgram = (): PaperProgram =>
  openProgram({ program, ...PAPER_LINE, jobMs: 20_000, broken: brokenPaper })

/** Packs have a separate process with a longer time limit, so that contracts at the counter do not wait for a hundred pictures. */
const openPackProgram = (): PaperProgram =>
  openProgram({ program, ...PAPER_LINE, noun: '举证文件', jobMs: 180_000, broken: brokenPaper })

/**
 * Prints in a process, its own by default. `folder`: temporary photos of a job; files left by a killed server are
 * deleted at its next start.
 */
export function openPapers(folder: string, printer = openPaperProgram()): PaperPort {
  const packs = openPackProgram()
  return {
    async print({ stamp, photos, pack, ...job }, whose) {
      const paths: string[] = []
      const place = () => {
        const path = join(folder, randomUUID())
        paths.push(path)
        return path
      }
      const write = async (file: FileBytes) => {
        const path = place()
        await writeFile(path, typeof file === 'function' ? await file() : file, { mode: 0o600 })
        return path
      }
      await mkdir(folder, { recursive: true, mode: 0o700 })
      try {
        const shown: (string | null)[] = []
        for (const photo of photos)
          shown.push(photo === null ? null : await write(photo).catch((error: unknown) => missing(photo, error)))
        const attached: { name: string; path: string }[] = []
        for (const { name, bytes } of pack?.attached ?? []) attached.push({ name, path: await write(bytes) })
        const to = place()
        const result = await (pack === undefined ? printer : packs).run(
          {
            ...job,
            photos: shown,
            stamp: stamp === null ? null : await write(stamp),
            ...(pack === undefined ? {} : { pack: { sealedAt: pack.sealedAt, attached } }),
            to,
          },
          whose,
        )
        if (!result.ok) throw new Error(`a paper was not printed: ${result.why}`)
        return await readFile(to)
      } finally {
        await Promise.all(paths.map((path) => rm(path, { force: true })))
      }
    },
    close() {
      printer.close()
      packs.close()
    },
  }
}

/** A picture that is only read when its turn comes may have been deleted by then. */
function missing(photo: FileBytes, error: unknown): null {
  if (typeof photo === 'function') return null
  throw error
}
