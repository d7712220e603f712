import pg from 'pg'
import { statementNames } from './names.ts'
import { isIdName, parseInteger } from './values/bigint.ts'

/*
 * Sends several statements to PostgreSQL as one message with one Sync, where the driver's own pipelining ends each with
 * its own: a write, a wake-up and a read on both sides. With it a transaction of a few reads costs little more than a
 * single query. Result columns are described once per connection.
 */

export interface Answer {
  readonly rows: Record<string, unknown>[]
  /** Rows returned or changed. */
  readonly rowCount: number
  /** First word of PostgreSQL's command tag: SELECT, INSERT, COMMIT, ROLLBACK … */
  readonly command: string
}

export class Statement {
  /** The same name for the same text; '' for a text that is parsed each time. */
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
  readonly answer: Promise<Answer>
  /** It was sent to PostgreSQL, and may have been executed even without an answer. */
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

/** The driver's connection, as far as the protocol is concerned. */
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

/** Cache of the named statements of a connection. */
interface Memory {
  readonly columns: Map<string, readonly Column[]>
  /** Generation of the names at the last check for retired ones. */
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

/** Closes retired statements, so that PostgreSQL drops their plans. Sent first, so that no failure can skip it. */
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
 * One query for the driver, several statements for PostgreSQL. When one fails, the later ones are not run and fail with
 * it, as in any failed transaction.
 */
export class Flight extends pg.Query {
  readonly statements: readonly Statement[]
  readonly #types: pg.CustomTypesConfig
  #wire!: Wire
  #memory!: Memory
  /** Index of the statement that is answered next. */
  #at = 0
  #rows: Record<string, unknown>[] = []
  #columns: readonly Column[] | undefined
  /** The named statement that is being parsed: the driver records it by these two fields. */
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
    // Before the first byte, because a value that cannot be sent must not leave an incomplete message.
    let values: unknown[][]
    try {
      values = this.statements.map((statement) => statement.values.map(prepareValue))
    } catch (error) {
      return error as Error
    }
    const { stream } = wire
    const messages: Buffer[] = []
    // Sent as one write: the stream needs some µs per message, corked or not.
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
      // Sent, but skipped by PostgreSQL: it is parsed at its next use.
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

  /** A bigint is parsed as a number, for every query; only ids stay decimal strings. */
  #parserOf(name: string, type: number): Column['parse'] {
    if (type === pg.types.builtins.INT8 && !isIdName(name)) return parseInteger
    return this.#types.getTypeParser(type, 'text') as Column['parse']
  }
}
