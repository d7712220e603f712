import pg from 'pg'
import { statementNames } from './names.ts'
import { isIdName, parseInteger } from './values/bigint.ts'

/*
 * Several statements sent as one message to PostgreSQL and answered as one, where the driver's own pipelining ends each
 * with a Sync of its own: a write, a wake-up and a read on both sides. Together they cost a transaction of a few reads
 * hardly more than a bare query. What comes back of a statement is described once per connection.
 */

export interface Answer {
  readonly rows: Record<string, unknown>[]
  /** Rows brought or changed. */
  readonly rowCount: number
  /** First word of what PostgreSQL did: SELECT, INSERT, COMMIT, ROLLBACK … */
  readonly command: string
}

export class Statement {
  /** The same name for the same text; '' for a text that is parsed anew each time. */
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
  readonly answer: Promise<Answer>
  /** It has left for PostgreSQL, which may have carried it out whatever became of the answer. */
  sent = false
  resolve!: (answer: Answer) => void
  reject!: (error: unknown) => void

  constructor(name: string, text: string, values: readonly unknown[]) {
    this.name = name
    this.text = text
    this.values = values
    this.answer = new Promise((resolve, reject) => {
      this.resolve = resolve
      this.reject = reject
    })
  }
}

interface Column {
  readonly name: string
  readonly parse: (text: string) => unknown
}

/** The part of the driver's connection that speaks the protocol. */
interface Wire {
  stream: { readonly writable: boolean; write(message: Buffer): boolean }
  readonly parsedStatements: Record<string, string>
  readonly submittedNamedStatements: Record<string, string>
  parse(statement: { name: string; text: string }): void
  bind(portal: { statement: string; values: readonly unknown[] }): void
  describe(portal: { type: 'P' }): void
  execute(portal: object): void
  close(statement: { type: 'S'; name: string }): void
  sync(): void
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils

/** What is known of the named statements of a connection. */
interface Memory {
  readonly columns: Map<string, readonly Column[]>
  /** Of the names, when it was last looked which to close. */
  generation: number
}

const memories = new WeakMap<Wire, Memory>()

function memoryOf(wire: Wire): Memory {
  let memory = memories.get(wire)
  if (memory === undefined) {
    memory = { columns: new Map(), generation: statementNames.generation }
    memories.set(wire, memory)
  }
  return memory
}

/** Closes what was retired, so that PostgreSQL gives up its plan. Ahead of all else, where no failure can skip it. */
function closeRetired(wire: Wire, memory: Memory): void {
  if (memory.generation === statementNames.generation) return
  memory.generation = statementNames.generation
  for (const name of Object.keys(wire.parsedStatements)) {
    if (!/^q\d+$/.test(name) || statementNames.isAlive(name)) continue
    wire.close({ type: 'S', name })
    delete wire.parsedStatements[name]
    memory.columns.delete(name)
  }
}

/**
 * A query to the driver, so many statements to PostgreSQL. When one fails, those after it are not run and fail with it,
 * as they would in the transaction that is lost.
 */
export class Flight extends pg.Query {
  readonly statements: readonly Statement[]
  readonly #types: pg.CustomTypesConfig
  #wire!: Wire
  #memory!: Memory
  /** Of the statement whose answer comes next. */
  #at = 0
  #rows: Record<string, unknown>[] = []
  #columns: readonly Column[] | undefined
  /** Which of the driver's named statements is being parsed: it keeps the record of them by these two. */
  declare name: string
  declare text: string

  constructor(statements: readonly Statement[], types: pg.CustomTypesConfig) {
    super({ text: '' })
    this.statements = statements
    this.#types = types
  }

  override submit = (connection: pg.Connection): Error | null => {
    this.#wire = connection as unknown as Wire
    const wire = this.#wire
    this.#memory = memoryOf(wire)
    // Before the first byte: a value that cannot be sent must not leave half a message behind.
    let values: unknown[][]
    try {
      values = this.statements.map((statement) => statement.values.map(prepareValue))
    } catch (error) {
      return error as Error
    }
    const { stream } = wire
    const messages: Buffer[] = []
    // Sent as one: the stream takes some µs for each message that it is given, corked or not.
    wire.stream = { writable: stream.writable, write: (message) => messages.push(message) > 0 }
    try {
      closeRetired(wire, this.#memory)
      for (const [n, statement] of this.statements.entries()) {
        const { name, text } = statement
        statement.sent = true
        if (!this.#isKnown(name)) {
          wire.parse({ name, text })
          if (name !== '') wire.submittedNamedStatements[name] = text
        }
        wire.bind({ statement: name, values: values[n]! })
        if (this.#columnsOf(name) === undefined) wire.describe({ type: 'P' })
        wire.execute({})
      }
      wire.sync()
    } finally {
      wire.stream = stream
    }
    if (stream.writable) stream.write(Buffer.concat(messages))
    this.#expect(0)
    return null
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: this.#parserOf(name, dataTypeID) }))
    this.#remember(this.statements[this.#at]!.name, this.#columns)
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const row: Record<string, unknown> = {}
    const columns = this.#columns!
    for (let n = 0; n < columns.length; n++) {
      const text = fields[n]!
      row[columns[n]!.name] = text === null ? null : columns[n]!.parse(text)
    }
    this.#rows.push(row)
  }

  handleCommandComplete({ text }: { text: string }): void {
    const words = text.split(' ')
    const statement = this.statements[this.#at]!
    if (this.#columns === undefined) this.#remember(statement.name, [])
    statement.resolve({ rows: this.#rows, rowCount: Number(words.at(-1)) || 0, command: words[0]! })
    this.#expect(this.#at + 1)
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }

  handleReadyForQuery(): void {}

  handleError(error: unknown): void {
    for (const { name, reject } of this.statements.slice(this.#at)) {
      // Sent, but skipped by PostgreSQL: it is parsed when it is next used.
      if (name !== '') delete this.#wire?.submittedNamedStatements[name]
      reject(error)
    }
  }

  #expect(at: number): void {
    const next = this.statements[at]
    this.#at = at
    this.#rows = []
    this.#columns = next && this.#columnsOf(next.name)
    this.name = next?.name ?? ''
    this.text = next?.text ?? ''
  }

  #isKnown(name: string): boolean {
    const { parsedStatements, submittedNamedStatements } = this.#wire
    return name !== '' && (parsedStatements[name] !== undefined || submittedNamedStatements[name] !== undefined)
  }

  #remember(name: string, columns: readonly Column[]): void {
    if (name !== '') this.#memory.columns.set(name, columns)
  }

  #columnsOf(name: string): readonly Column[] | undefined {
    return name === '' ? undefined : this.#memory.columns.get(name)
  }

  /** A bigint is a number, once for every query; only ids stay decimal strings. */
  #parserOf(name: string, type: number): Column['parse'] {
    if (type === pg.types.builtins.INT8 && !isIdName(name)) return parseInteger
    return this.#types.getTypeParser(type, 'text') as Column['parse']
  }
}
