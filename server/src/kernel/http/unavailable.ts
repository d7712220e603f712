/**
 * Why a call was not served: the database's connection lost, every connection taken, too slow, the client gone; or the place
 * of the files does not answer.
 */
export type UnavailableReason = 'lost' | 'busy' | 'overdue' | 'gone' | 'storage'

/**
 * The database (or where files lie) could not be asked, or did not answer: nobody's mistake, and another try in a moment may do. Answered with
 * 503, errorCode -1 and `retry-after`.
 */
export class Unavailable extends Error {
  override name = 'Unavailable'
  readonly reason: UnavailableReason
  /** COMMIT was sent and not answered: the transaction may have happened. Otherwise nothing of it has. */
  readonly undecided: boolean

  constructor(reason: UnavailableReason, { cause, undecided = false }: { cause?: unknown; undecided?: boolean } = {}) {
    super(`unavailable: ${reason}`, { cause })
    this.reason = reason
    this.undecided = undecided
  }
}

/** PostgreSQL's own words (connection exceptions, shutdown, crash, start-up, idle too long, too many), and the system's. */
const losses = new Set([
  ...['57P01', '57P02', '57P03', '57P05', '25P03', '53300'],
  ...['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END'],
])
/** The driver's errors have no codes; names.test.ts and lost.test.ts hold it to these words. */
const lossMessages = /^(Connection terminated|timeout expired$)|not queryable$/
/** All connections stay lent for too long. */
const poolTimeout = /^timeout exceeded when trying to connect$/

/** Whether a connection to PostgreSQL was lost or could not be had. */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof Unavailable) return error.reason === 'lost'
  if (!(error instanceof Error)) return false
  const { code = '', syscall } = error as NodeJS.ErrnoException
  // There is no socket while PostgreSQL is down.
  if (code === 'ENOENT') return syscall === 'connect'
  return losses.has(code) || /^08...$/.test(code) || lossMessages.test(error.message)
}

/** The same error; a lost connection, or none to be had, as `Unavailable`. */
export function asUnavailable(error: unknown, undecided = false): unknown {
  if (!(error instanceof Error) || error instanceof Unavailable) return error
  if (poolTimeout.test(error.message)) return new Unavailable('busy', { cause: error })
  return isConnectionLoss(error) ? new Unavailable('lost', { cause: error, undecided }) : error
}

/** Does work again when its connection was lost, once. Only for what may happen twice. */
export async function onceMore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isConnectionLoss(error)) throw error
    return work()
  }
}
