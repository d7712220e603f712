import { type ChildProcess, fork } from 'node:child_process'
import type { Bounds } from '../kernel/fair-line.ts'
import { fairTurns, type Turns } from './fair-turns.ts'

/**
 * A process of its own that does one kind of job, one at a time. `broken` is what one comes to that ends the process or takes
 * too long; one whose signal is aborted while it is worked on ends with the process.
 */
export interface Program<Job, Result> extends Turns<Job, Result> {
  close(): void
}

interface Options<Result> extends Bounds {
  /** 图片: what it works on, for who is refused. */
  readonly noun: string
  /** Path of the module that the process runs: it answers every message with one. */
  readonly program: string
  /** No honest job takes so long (ms). */
  readonly jobMs: number
  readonly broken: Result
}

/** Work leaves memory behind, which goes with the process (ms without a job). */
const IDLE_MS = 60_000

/**
 * Environment of such a process. It needs no secret of ours. Few arenas keep the C library from hoarding what was freed; where Node
 * keeps what it has compiled, it starts in half the time.
 */
export function programEnv(): NodeJS.ProcessEnv {
  const { SystemRoot, NODE_COMPILE_CACHE } = process.env
  return { SystemRoot, NODE_COMPILE_CACHE, MALLOC_ARENA_MAX: '2' }
}

/**
 * Does jobs in a process of its own, begun with the first one and ended when none came for a minute: the server stays small,
 * and what brings the process down brings down nothing else.
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
    // A failure while a job is worked on is told there; one beside must not end the server.
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
      // Waiting for the next one keeps nothing alive.
      working.unref()
      working.channel?.unref()
      idle = setTimeout(end, IDLE_MS).unref()
    }
  }

  return { ...fairTurns(line, perform), close: end }
}
