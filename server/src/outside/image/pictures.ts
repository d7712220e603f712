import { fileURLToPath } from 'node:url'
import { openProgram } from '../program.ts'
import type { PictureJob, PictureResult } from './picture-process.ts'

const program = fileURLToPath(new URL('./picture-process.ts', import.meta.url))

export interface Pictures {
  /** Writes a picture anew; pictures wait in line, one is worked on at a time. */
  rewrite(job: PictureJob): Promise<PictureResult>
  close(): void
}

/** Decodes pictures in a process of its own (decision 0004). A picture that brings it down counts as broken. */
export function openPictures(): Pictures {
  const { run, close } = openProgram<PictureJob, PictureResult>({
    program,
    jobMs: 30_000,
    broken: { ok: false, why: 'broken' },
  })
  return { rewrite: run, close }
}
