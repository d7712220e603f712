import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { Bounds } from '../kernel/fair-queue.ts'
import { fairTurns, type Turns } from './fair-turns.ts'

/**
 * A separate process that does one kind of job, one at a time. A job that crashes the process or takes too long gets the
 * result `broken`; a job whose signal is aborted while it runs ends together with the process.
 */
export interface Program<Job, Result> extends Turns<Job, Result> {
  close(): void
}

interface Options<Result> extends Bounds {
  /** Name of the things in the refusal message, such as 图片. */
  readonly noun: string
  /** Path of the module that the process runs: it answers every message with one. */
  readonly program: string
  /**
   * Limit of a job, ms of processor time, so that a valid job on a busy machine takes longer instead of failing. A process
   * that uses no processor for so long hangs.
   */
  readonly jobMs: number
  /** @param why the limit or the crash, for the log */
  readonly broken: (why: string) => Result
}

/** How often the processor time of a job is read, ms. */
const LOOK_MS = 1000
/** A clock tick of Linux, which its files count in, ms. */
const TICK_MS = 10

/** Processor time of a process so far, ms; null where the system has no such file, or the process has ended. */
async function processorMs({ pid }: ChildProcess): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  // The name of the program, in parentheses, may contain spaces. Fields 14 and 15 are the ticks of user and system.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields === undefined ? null : (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** Calls `exceed` once a process has worked for `jobMs` of processor time, or has not worked for so long. @returns a function that stops it */
function limit(working: ChildProcess, jobMs: number, exceed: (why: string) => void): () => void {
  let first: number | null = null
  let last = { used: -1, at: performance.now() }
  let looking = false
  async function look(): Promise<void> {
    const now = performance.now()
    const used = await processorMs(working)
    if (used !== null) first ??= used
    // Without that file the limit is one of time.
    const worked = used === null || first === null ? 0 : used - first
    if (worked >= jobMs) return exceed(`time limit: ${jobMs / 1000} s of processor time`)
    if (worked > last.used) last = { used: worked, at: now }
    else if (now - last.at >= jobMs) exceed(`time limit: stood still for ${jobMs / 1000} s`)
  }
  const timer = setInterval(
    () => {
      if (looking) return
      looking = true
      void look().finally(() => {
        looking = false
      })
    },
    Math.min(LOOK_MS, jobMs / 4),
  )
  return () => clearInterval(timer)
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
    let exceeded: string | undefined
    const unlimit = limit(working, jobMs, (why) => {
      exceeded ??= why
      kill()
    })
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
        once('exit', (code: number | null, signal: string | null) =>
          resolve(broken(exceeded ?? `the process ended: ${signal ?? `code ${code}`}`)),
        )
        once('error', reject)
        working.send(job as object)
      })
      signal?.throwIfAborted()
      return result
    } finally {
      stop.abort()
      unlimit()
      // An idle process must not keep the server alive.
      working.unref()
      working.channel?.unref()
      idle = setTimeout(end, IDLE_MS).unref()
    }
  }

  return { ...fairTurns(line, perform), close: end }
}
