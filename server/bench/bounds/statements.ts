import pg from 'pg'

/** A statement of a call with what it cost, its triggers and the functions in it included. */
export interface Spent {
  readonly text: string
  readonly buffers: number
}

/** What PostgreSQL itself counts of each statement, of one database. */
export async function openStatements(rootUrl: string) {
  const database = new URL(rootUrl).pathname.slice(1)
  // From beside it: what the looking costs is not counted.
  const client = new pg.Client({ connectionString: rootUrl.replace(/[^/]+$/, 'postgres') })
  await client.connect()
  await client.query('create extension if not exists pg_stat_statements')
  return {
    /**
     * @param work tells the texts of the statements that it sent: what others ask of the database meanwhile is not counted
     * @returns its answer, and each of these statements once, the dearest first, with what it cost in all
     */
    async spent<Answer extends { readonly texts: readonly string[] }>(
      work: () => Promise<Answer>,
    ): Promise<{ answer: Answer; spent: Spent[] }> {
      await client.query('select pg_stat_statements_reset()')
      const answer = await work()
      const { rows } = await client.query<Spent>(
        `select query as text, (shared_blks_hit + shared_blks_read)::int as buffers from pg_stat_statements
          where dbid = (select oid from pg_database where datname = $1)`,
        [database],
      )
      const buffers = Object.groupBy(rows, ({ text }) => formOf(text))
      const own = new Map(answer.texts.map((text) => [formOf(text), text]))
      const spent = [...own].map(([form, text]) => ({
        text,
        buffers: (buffers[form] ?? []).reduce((sum, one) => sum + one.buffers, 0),
      }))
      return { answer, spent: spent.sort((a, b) => b.buffers - a.buffers || (a.text < b.text ? -1 : 1)) }
    },
    close: () => client.end(),
  }
}

/**
 * A statement without its values: PostgreSQL keeps the text of the first of those that differ in them alone, as it was sent or with
 * places in their stead.
 */
export const formOf = (text: string): string =>
  text
    .trim()
    .replaceAll(/-?(?:\$\d+|\b\d[\d.]*\b|'(?:[^']|'')*'|\b(?:true|false|null)\b)/gi, '?')
    .replaceAll(/\?(?:\s*,\s*\?)*(?: \/\*, \.\.\. \*\/)?/g, '?')
