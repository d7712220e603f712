import { type ChildProcess, fork } from 'node:child_process'
import type { Bounds } from '../kernel/fair-queue.ts'
import { fairTurns, type Turns } from './fair-turns.ts'

/**
 * A separate process that does one kind of job, one at a time. `broken` is the result of a job that crashes the process
 * or takes too long; a job whose signal is aborted while it runs ends together with the process.
 */
export interface Program<Job, Result> extends Turns<Job, Result> {
  close(): void
}

interface Options<Result> extends Bounds {
  /** Name of the things in the refusal message, such as 图片. */
  readonly noun: string
  /** Path of the module that the process runs: it answers every message with one. */
  readonly program: string
  /** Time limit of a job, ms; no valid job takes longer. */
  readonly jobMs: number
  readonly broken: Result
}

/** ms without a job until the process ends, which frees the memory that the work left behind. */
const IDLE_MS = 60_000

/**
 * Environment of such a process, which needs no secrets. Few malloc arenas stop the C library from holding freed
 * memory; with Node's compile cache the process starts in half the time.
 */
export function programEnv(): NodeJS.ProcessEnv {
  const { SystemRoot, NODE_COMPILE_CACHE } = process.env
  return { SystemRoot, NODE_COMPILE_CACHE, MALLOC_ARENA_MAX: '2' }
}

/**
 * Runs jobs in a separate process, which starts with the first job and ends after a minute without one: the server
 * stays small, and a crash of the process affects nothing else.
 */
export function openProgram<Job, Result>({ program, jobMs, broken, ...line }: Options<Result>): Program<Job, Result> {
  let child: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined

  function start(): ChildProcess {
    const started = fork(program, {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      env: programEnv(),
    })
    started.on('exit', () => {
      if (child === started) child = null
    })
    // A failure during a job is handled there; any other failure must not end the server.
    started.on('error', () => {})
    return started
  }

  function end(): void {
    clearTimeout(idle)
    child?.disconnect()
    child = null
  }

  async function perform(job: Job, signal: AbortSignal | undefined): Promise<Result> {
    clearTimeout(idle)
    child ??= start()
    const working = child
    const stop = new AbortController()
    const kill = () => working.kill('SIGKILL')
    const timer = setTimeout(kill, jobMs)
    signal?.addEventListener('abort', kill, { signal: stop.signal })
    working.ref()
    working.channel?.ref()
    try {
      const result = await new Promise<Result>((resolve, reject) => {
        const once = <E extends unknown[]>(event: string, listener: (...args: E) => void) => {
          working.once(event, listener)
          stop.signal.addEventListener('abort', () => working.off(event, listener))
        }
        once('message', (result: Result) => resolve(result))
        once('exit', () => resolve(broken))
        once('error', reject)
        working.send(job as object)
      })
      signal?.throwIfAborted()
      return result
    } finally {
      stop.abort()
      clearTimeout(timer)
      // An idle process must not keep the server alive.
      working.unref()
      working.channel?.unref()
      idle = setTimeout(end, IDLE_MS).unref()
    }
  }

  return { ...fairTurns(line, perform), close: end }
}
