import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { PictureJob, PictureResult } from './picture-process.ts'

const program = fileURLToPath(new URL('./picture-process.ts', import.meta.url))
/** No honest picture takes so long. */
const JOB_MS = 30_000
/** Decoding leaves memory behind, which goes with the process. */
const IDLE_MS = 60_000

export interface Pictures {
  /** Writes a picture anew; pictures wait in line, one is worked on at a time. */
  rewrite(job: PictureJob): Promise<PictureResult>
  close(): void
}

/**
 * Decodes pictures in a process of its own, begun with the first one and ended when none came for a minute: the server
 * stays small, and a picture that brings the decoder down brings down nothing else and counts as broken.
 */
export function openPictures(): Pictures {
  let child: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  function start(): ChildProcess {
    const started = fork(program, {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // It needs no secret of ours. Few arenas keep the C library from hoarding what was freed.
      env: { SystemRoot: process.env.SystemRoot, MALLOC_ARENA_MAX: '2' },
    })
    started.on('exit', () => {
      if (child === started) child = null
    })
    // A failure while a picture is worked on is told there; one beside must not end the server.
    started.on('error', () => {})
    return started
  }

  function end(): void {
    clearTimeout(idle)
    child?.disconnect()
    child = null
  }

  async function perform(job: PictureJob): Promise<PictureResult> {
    clearTimeout(idle)
    child ??= start()
    const working = child
    const stop = new AbortController()
    const timer = setTimeout(() => working.kill('SIGKILL'), JOB_MS)
    working.ref()
    working.channel?.ref()
    try {
      return await new Promise<PictureResult>((resolve, reject) => {
        const once = <E extends unknown[]>(event: string, listener: (...args: E) => void) => {
          working.once(event, listener)
          stop.signal.addEventListener('abort', () => working.off(event, listener))
        }
        once('message', (result: PictureResult) => resolve(result))
        once('exit', () => resolve({ ok: false, why: 'broken' }))
        once('error', reject)
        working.send(job)
      })
    } finally {
      stop.abort()
      clearTimeout(timer)
      // Waiting for the next one keeps nothing alive.
      working.unref()
      working.channel?.unref()
      idle = setTimeout(end, IDLE_MS).unref()
    }
  }

  return {
    rewrite(job) {
      const result = last.then(() => perform(job))
      last = result.catch(() => {})
      return result
    },
    close: end,
  }
}
