import { createHash } from 'node:crypto'
import type pg from 'pg'
import { rawQuery } from '../kernel/db/db.ts'

/**
 * Asks long statements that are asked after each test or step: such a one joins a dozen tables, so to plan it takes longer than
 * to run it on the few rows of a test. A connection plans each once, until `discard plans`.
 */
export const planned = (root: pg.Client) =>
  rawQuery(async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
    const name = createHash('sha1').update(text).digest('hex')
    return (await root.query({ name, text, values: [...values] })).rows as Row[]
  })
