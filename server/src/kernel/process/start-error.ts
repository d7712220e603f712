import { isConnectionLoss } from '../http/unavailable.ts'

/**
 * Exit codes for a process manager (sysexits.h). `later`: the same start may succeed in a moment (database not
 * reachable, port or folder in use). `config`: it fails until a setting is changed. `bug`: unknown.
 */
export const exitCodes = { bug: 1, later: 75, config: 78 } as const

/** The server cannot start for a reason that its operator can remove; `message` is in Chinese and names it. */
export class StartError extends Error {
  override name = 'StartError'
  readonly exitCode: number

  constructor(message: string, { exitCode = exitCodes.config, cause }: { exitCode?: number; cause?: unknown } = {}) {
    super(message, { cause })
    this.exitCode = isConnectionLoss(cause) ? exitCodes.later : exitCode
  }
}

/** The exit code of a process whose start failed. */
export const exitCodeOf = (error: unknown): number =>
  error instanceof StartError ? error.exitCode : isConnectionLoss(error) ? exitCodes.later : exitCodes.bug
