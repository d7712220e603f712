import type { Logger } from 'pino'
import { type Config, loadConfig } from './config.ts'
import { createLog, failureText } from './log.ts'
import { createShutdown, exitOnSignals, type Shutdown } from './shutdown.ts'
import { exitCodeOf, exitCodes, StartError } from './start-error.ts'

/** What a process that serves begins with. */
export interface Begun {
  readonly config: Config
  readonly log: Logger
  /** Each part is noted in it as soon as it is open. */
  readonly shutdown: Shutdown
}

/**
 * A process that serves until it is told to end: `start` opens everything in order. One that fails closes what was open, says
 * why, and ends the process with the code of its reason; one that was told to end meanwhile ends as it was told.
 */
export function serve(start: (begun: Begun) => Promise<void>): void {
  begin(start).catch((error: unknown) => {
    console.error('启动失败：', failureText(error))
    process.exit(exitCodeOf(error))
  })
}

async function begin(start: (begun: Begun) => Promise<void>): Promise<void> {
  // Whatever this process writes, and what its libraries do, is its user's alone.
  process.umask(0o077)
  const config = loadConfig(process.env)
  const log = createLog(config)
  const shutdown = createShutdown(log)
  exitOnSignals(shutdown, log)
  try {
    await start({ config, log, shutdown })
  } catch (error) {
    const stopping = shutdown.begun
    await shutdown.run()
    if (!stopping) throw error
  }
}

/** What a port that is taken comes to, for `catch`. `variable` names another. */
export const inUse = (port: number | undefined, variable: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EADDRINUSE') throw error
  throw new StartError(`端口 ${port} 已被占用，请停止占用它的程序，或用 ${variable} 指定其他端口。`, {
    exitCode: exitCodes.later,
  })
}
