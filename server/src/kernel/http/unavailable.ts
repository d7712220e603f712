/**
 * Why a call was not executed: the database connection was lost, all connections are in use or the database is out of
 * disk space or memory, the time limit was exceeded, the client disconnected, the file storage does not answer, or the merchant is just
 * moving to another cluster.
 */
export type UnavailableReason = 'lost' | 'busy' | 'overdue' | 'gone' | 'storage' | 'moving'

/**
 * The database (or the file storage) is temporarily not available: a retry may succeed. Answered with 503, errorCode -1
 * and `retry-after`.
 */
export class Unavailable extends Error {
  override name = 'Unavailable'
  readonly reason: UnavailableReason
  /** COMMIT was sent and not answered, so that the transaction may be committed. Otherwise it is not. */
  readonly undecided: boolean

  constructor(reason: UnavailableReason, { cause, undecided = false }: { cause?: unknown; undecided?: boolean } = {}) {
    super(`unavailable: ${reason}`, { cause })
    this.reason = reason
    this.undecided = undecided
  }
}

/**
 * SQLSTATEs of connection loss (connection exceptions, shutdown, crash, start-up, idle too long, too many), and the
 * system's error codes.
 */
const losses = new Set([
  ...['57P01', '57P02', '57P03', '57P05', '25P03', '53300'],
  ...['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END'],
])
/** The driver's errors have no codes; names.test.ts and lost.test.ts check these messages. */
const lossMessages = /^(Connection terminated|timeout expired$)|not queryable$/
/** The disk of the files is full, the quota of its user spent, or it went read-only after a fault. */
const storageFaults = new Set(['ENOSPC', 'EDQUOT', 'EROFS'])
/** Whether a file could not be written for one of these reasons. */
export const isStorageFault = (error: unknown): boolean =>
  error instanceof Error && storageFaults.has((error as NodeJS.ErrnoException).code ?? '')
/** All connections were in use for too long. */
const poolTimeout = /^timeout exceeded when trying to connect$/

/** Whether a connection to PostgreSQL was lost or could not be opened. */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof Unavailable) return error.reason === 'lost'
  if (!(error instanceof Error)) return false
  const { code = '', syscall } = error as NodeJS.ErrnoException
  // The socket does not exist while PostgreSQL is down.
  if (code === 'ENOENT') return syscall === 'connect'
  return losses.has(code) || /^08...$/.test(code) || lossMessages.test(error.message)
}

/**
 * Converts a lost connection, or none available, into `Unavailable`, and a file that could not be written; returns other errors
 * unchanged.
 */
export function asUnavailable(error: unknown, undecided = false): unknown {
  if (!(error instanceof Error) || error instanceof Unavailable) return error
  const { code = '' } = error as NodeJS.ErrnoException
  // 53xxx: the disk of the database is full, or its memory. The transaction did not happen. A refusal has four digits.
  if (poolTimeout.test(error.message) || /^53[12]..$/.test(code)) return new Unavailable('busy', { cause: error })
  if (isStorageFault(error)) return new Unavailable('storage', { cause: error })
  return isConnectionLoss(error) ? new Unavailable('lost', { cause: error, undecided }) : error
}

/** Retries work once when its connection was lost. Only for work that may safely run twice. */
export async function onceMore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isConnectionLoss(error)) throw error
    return work()
  }
}
