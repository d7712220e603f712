import type { TestApp } from '../app.ts'

/** Copies of a fresh quote, one for each of many bookings at once: pricing them one by one is not what is tested. */
export async function copyQuote(t: TestApp, quoteId: string, copies: number): Promise<string[]> {
  const { rows } = await t.root.query<{ id: string }>(
    `insert into quote (merchant_id, inputs, snapshot, total_fen, input_hash, expires_at, created_at, created_by)
     select merchant_id, inputs, snapshot, total_fen, input_hash, expires_at, created_at, created_by
       from quote, generate_series(1, $2) where id = $1 returning id`,
    [quoteId, copies],
  )
  return rows.map((row) => row.id)
}
