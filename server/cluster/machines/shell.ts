import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

export interface RunOptions {
  readonly env?: NodeJS.ProcessEnv
  readonly cwd?: string
}

/** Runs a program to its end. @returns its output @throws Error with what it printed when it fails */
export async function run(program: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  const { env = plainEnv, cwd } = options
  const child = spawn(program, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'close')
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await ended
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}: ${error.trim() || out.trim()}`)
  return out
}

/** Of programs that are to know nothing of this process: a machine's, and Debian's own tools as root. */
export const plainEnv = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8' }

/** Starts a program that ends with this process, also after `kill -9`, and that Ctrl-C of the terminal does not reach. */
export function begin(args: readonly string[], log: number): ChildProcess {
  const stdio = ['ignore' as const, log, log]
  return spawn('setpriv', ['--pdeathsig', 'KILL', ...args], { stdio, detached: true, env: plainEnv })
}
