import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ended } from '../../../scripts/lib/workspace.mjs'
import { waitUntil } from '../crew/wait-until.ts'
import type { Place } from './place.ts'

/** Longer than an installation and a build on a busy machine. */
const MOST_MS = 15 * 60_000

/** `npm start` in a place, by its person, who has nothing in the environment but what is named here. */
export class Starter {
  readonly #child: ChildProcess
  readonly #place: Place
  readonly #gone: Promise<number>
  #output = ''

  constructor(place: Place, path: string, env: Readonly<Record<string, string>> = {}) {
    this.#place = place
    this.#child = spawn('npm', ['start'], {
      cwd: place.project,
      ...place.person,
      // A group of its own, which can be killed as a whole.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...place.env,
        PATH: path,
        PORT: '0',
        DEMO: 'on',
        LOG_LEVEL: 'warn',
        ...env,
      },
    })
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream!.on('data', (text) => {
        this.#output += text
        this.#child.emit('told')
      })
    this.#gone = ended(this.#child)
  }

  get output(): string {
    return this.#output
  }

  /** Lines that the product itself printed on its way to failing. */
  get lines(): string[] {
    return this.#output.split('\n').filter((line) => line.trim() !== '' && !/^(> |npm )/.test(line))
  }

  /** Resolves when it has printed something. @throws what it printed, when it ends before */
  async tells(what: RegExp): Promise<RegExpExecArray> {
    const late = AbortSignal.timeout(MOST_MS)
    let isGone = false
    void this.#gone.then(() => {
      isGone = true
      this.#child.emit('told')
    })
    for (;;) {
      const found = what.exec(this.#output)
      if (found) return found
      if (isGone) throw new Error(`${what} was not told:\n${this.#output}`)
      await once(this.#child, 'told', { signal: late }).catch(() => {
        throw new Error(`${what} was not told in time:\n${this.#output}`)
      })
    }
  }

  /** @returns where it serves */
  async serves(): Promise<string> {
    return (await this.tells(/车驿已启动：(\S+)\s/))[1]!
  }

  /** Its exit code, when it ends by itself. */
  ends(): Promise<number> {
    return this.#gone
  }

  /** As a power cut: everything that belongs to it at once, without a word. */
  async kill(): Promise<void> {
    this.#signal('SIGKILL')
    await this.#gone
    await this.#isOver()
  }

  /** As Ctrl-C in a terminal. @throws when something of it goes on */
  async stop(): Promise<void> {
    this.#signal('SIGINT')
    await this.#gone
    await this.#isOver()
    if (existsSync(join(this.#place.project, '.data', 'postgres', 'postmaster.pid')))
      throw new Error('the database was not stopped')
  }

  async #isOver(): Promise<void> {
    await waitUntil('all processes are gone', async () => !this.#signal(0), 120_000, 50)
  }

  /** @returns whether anybody of the group was there to hear it */
  #signal(signal: NodeJS.Signals | 0): boolean {
    try {
      return process.kill(-this.#child.pid!, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
      throw error
    }
  }
}

/** Starts, works on what serves, and stops it. What fails is killed. */
export async function whileStarted(
  place: Place,
  path: string,
  env: Readonly<Record<string, string>>,
  work: (starter: Starter) => Promise<void>,
): Promise<void> {
  const starter = new Starter(place, path, env)
  try {
    await work(starter)
  } catch (error) {
    await starter.kill()
    throw error
  }
  await starter.stop()
}
