import { isConnectionLoss } from '../http/unavailable.ts'

/**
 * What a process manager is told (sysexits.h): with `later` the same start may succeed in a moment (database not there,
 * port or folder still taken), with `config` it cannot until somebody has changed something, with `bug` nobody knows.
 */
export const exitCodes = { bug: 1, later: 75, config: 78 } as const

/** The server cannot start for a reason its operator can remove; `message` is Chinese and says which. */
export class StartError extends Error {
  override name = 'StartError'
  /** What the process ends with. */
  readonly exitCode: number

  constructor(message: string, { exitCode = exitCodes.config, cause }: { exitCode?: number; cause?: unknown } = {}) {
    super(message, { cause })
    this.exitCode = isConnectionLoss(cause) ? exitCodes.later : exitCode
  }
}

/** What the process ends with when its start failed. */
export const exitCodeOf = (error: unknown): number =>
  error instanceof StartError ? error.exitCode : isConnectionLoss(error) ? exitCodes.later : exitCodes.bug
