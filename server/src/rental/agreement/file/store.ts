import { agreementType } from '@cheyi/domain/rental/agreement/codes'
import type { Context, Db } from '../../../kernel/context.ts'
import { at } from '../../../kernel/db/instant.ts'

interface File {
  readonly id: string
  readonly path: string
  readonly sha256: Buffer
}

/** Takes a due document to be printed until the end of the lease. @returns its attempts with this one; undefined: it is not due */
export async function claim(
  ctx: Pick<Context, 'query' | 'now'>,
  id: string,
  until: number,
): Promise<number | undefined> {
  const [row] = await ctx.query<{ attempts: number }>(
    `update agreement set print_at = $2, print_attempts = print_attempts + 1
      where id = $1 and print_at <= $3 returning print_attempts as attempts`,
    [id, at(until), at(ctx.now)],
  )
  return row?.attempts
}

/** Ends an attempt, unless something else is printed by now: the document was signed meanwhile. null: it is not tried again */
export async function setNext(
  ctx: Pick<Context, 'query'>,
  id: string,
  { was, next }: { readonly was: number; readonly next: number | null },
): Promise<void> {
  await ctx.query('update agreement set print_at = $3 where id = $1 and print_at = $2', [
    id,
    at(was),
    next === null ? null : at(next),
  ])
}

export const printNow = (ctx: Pick<Context, 'db' | 'now'>, id: string) =>
  ctx.db.updateTable('agreement').set({ printAt: ctx.now, printAttempts: 0 }).where('id', '=', id).execute()

/** Stores the file to be signed. @returns whether it is the first */
export async function keepPrinted(ctx: Pick<Context, 'query'>, id: string, file: File): Promise<boolean> {
  // A document that was signed meanwhile waits for its signed file.
  const rows = await ctx.query(
    `update agreement set pdf_id = $2, pdf_path = $3, pdf_sha256 = $4, version = version + 1,
        print_at = case when signed_at is null then null else print_at end
      where id = $1 and pdf_sha256 is null returning id`,
    [id, file.id, file.path, file.sha256],
  )
  return rows.length > 0
}

/** Stores the signed file. @returns whether it is the first */
export async function keepSigned(
  ctx: Pick<Context, 'query'>,
  id: string,
  file: File,
  certificateId: string,
): Promise<boolean> {
  const rows = await ctx.query(
    `update agreement set signed_id = $2, signed_path = $3, signed_sha256 = $4, certificate_id = $5, version = version + 1,
        print_at = null
      where id = $1 and signed_sha256 is null returning id`,
    [id, file.id, file.path, file.sha256, certificateId],
  )
  return rows.length > 0
}

/** Signed documents of an order whose file is not printed yet. */
export const withoutFile = async (db: Db, orderId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('agreement')
      .select('id')
      .where('orderId', '=', orderId)
      .where('type', '<>', agreementType.pack)
      .where('signSha256', 'is not', null)
      .where('signedSha256', 'is', null)
      .where('clearedAt', 'is', null)
      .orderBy('id')
      .execute()
  ).map(({ id }) => id)
