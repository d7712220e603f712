import type { Logger } from 'pino'
import { type Config, loadConfig } from './config.ts'
import { createLog, failureText } from './log.ts'
import { createShutdown, exitOnSignals, type Shutdown } from './shutdown.ts'
import { exitCodeOf, exitCodes, StartError } from './start-error.ts'

export interface Begun {
  readonly config: Config
  readonly log: Logger
  /** Each part registers itself here as soon as it is open. */
  readonly shutdown: Shutdown
}

/**
 * Runs a server process until it is told to end: `start` opens all parts in order. If it fails, the parts are closed,
 * the reason is printed, and the process ends with the exit code of the reason; if the process was told to end
 * meanwhile, it ends normally.
 */
export function serve(start: (begun: Begun) => Promise<void>): void {
  begin(start).catch((error: unknown) => {
    console.error('启动失败：', failureText(error))
    process.exit(exitCodeOf(error))
  })
}

async function begin(start: (begun: Begun) => Promise<void>): Promise<void> {
  // Files that this process and its libraries write are readable by its user only.
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

/** Turns the error of a port in use into a StartError, for `catch`. `variable` is the environment variable to change. */
export const inUse = (port: number | undefined, variable: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EADDRINUSE') throw error
  throw new StartError(`端口 ${port} 已被占用，请停止占用它的程序，或用 ${variable} 指定其他端口。`, {
    exitCode: exitCodes.later,
  })
}
