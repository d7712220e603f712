import { createHash } from 'node:crypto'
import type { Context } from '../../kernel/context.ts'
import { asMerchant } from '../../kernel/enter.ts'
import type { Kernel } from '../../kernel/http/pipeline.ts'
import { jobFailed } from '../../kernel/process/job-failure.ts'
import * as store from './store-chain.ts'

/*
 * The audit log of each merchant is a hash chain: a row that is changed, deleted or inserted later invalidates the hashes of all rows after
 * it. Rows are linked shortly after they were written, in commit order.
 */

const BATCH = 500

/** Previous hash of the first link. */
export const ORIGIN = Buffer.alloc(32)

export const linkHash = (prev: Buffer, row: string): Buffer => createHash('sha256').update(prev).update(row).digest()

/** Links new rows of all merchants. A failure at one merchant does not stop the others; it is retried in the next run. */
export async function chainAll(kernel: Kernel, stop?: AbortSignal): Promise<void> {
  const { rows } = await kernel.pools.side.query<{ merchantId: string }>('select merchant_id from audit_unchained()')
  for (const { merchantId } of rows) {
    try {
      while (!stop?.aborted) {
        const linked = await asMerchant(kernel, merchantId, ({ query }) => extend(query))
        if (linked < BATCH) break
      }
    } catch (error) {
      jobFailed(kernel, 'auditChain', error, { merchantId })
    }
  }
}

/** @returns the number of linked rows; 0 while another process holds the lock of the chain */
async function extend(query: Context['query']): Promise<number> {
  if (!(await store.lockChain(query))) return 0
  const head = await store.head(query)
  const rows = await store.loose(query, head?.xid ?? '0', head?.auditId ?? '0', BATCH)
  let seq = BigInt(head?.seq ?? 0)
  let prev = head?.hash ?? ORIGIN
  const links = rows.map(({ id, at, xid, row }) => {
    const link = { seq: String(++seq), auditId: id, at, xid, prev, hash: linkHash(prev, row) }
    prev = link.hash
    return link
  })
  if (links.length > 0) await store.insertLinks(query, links)
  return links.length
}
