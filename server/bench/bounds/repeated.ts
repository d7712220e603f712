import pg from 'pg'
import { Flight, Statement } from '../../src/kernel/db/flight.ts'
import { statementNames } from '../../src/kernel/db/names.ts'

/** Is asked in place of a commit, and does what the commit would. */
export const CHECK = 'set constraints all immediate'

type Query = (this: pg.Client, config: unknown, ...rest: unknown[]) => unknown

/**
 * Runs work whose transactions roll back where they would commit, after the constraints that wait for the commit are checked: a
 * write can be made again and again, and each time finds the data that the first one found. The product is told of a commit.
 */
export async function withoutCommits<T>(work: () => Promise<T>): Promise<T> {
  const original = pg.Client.prototype.query as Query
  const undoing: Query = function (config, ...rest) {
    if (config instanceof Flight) undo(config.statements as Statement[])
    return original.call(this, config, ...rest)
  }
  pg.Client.prototype.query = undoing as typeof pg.Client.prototype.query
  try {
    return await work()
  } finally {
    pg.Client.prototype.query = original as typeof pg.Client.prototype.query
  }
}

function undo(statements: Statement[]): void {
  const at = statements.findIndex(({ text }) => text === 'commit')
  if (at === -1) return
  const { resolve, reject } = statements[at]!
  // Parsed each time: PostgreSQL counts a prepared one that is no query only once.
  const check = new Statement('', CHECK, [])
  const back = statementOf('rollback')
  check.answer.catch(() => undefined)
  back.resolve = (answer) => resolve({ ...answer, command: 'COMMIT' })
  back.reject = reject
  statements.splice(at, 1, check, back)
}

const statementOf = (text: string) => new Statement(statementNames.of(text), text, [])
