import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { addMonths, localDate, startOfDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import type { Anchor } from '../../kernel/ports.ts'
import { screen } from '../../kernel/screen.ts'
import { notify } from '../notify/actions.ts'
import { logPlatform } from './actions.ts'
import { linkHash, ORIGIN } from './chain.ts'
import * as store from './store-chain.ts'

const BATCH = 1000
const KEPT_MONTHS = 36

/** A break of the chain: its place and kind. */
export interface Break {
  /** Number of the link; for a row that is in no link, the row's id. */
  readonly place: string
  readonly why: 'order' | 'link' | 'missing' | 'changed' | 'anchor' | 'smuggled'
}

/**
 * Verifies a merchant's whole chain: each link contains the hash of the link before it, each row is unchanged since it was linked, no row
 * was inserted, and the link of the last anchor has the hash that was stored that night (a chain that was computed again would not).
 */
export async function firstBreak(
  query: Context['query'],
  anchor: Anchor | undefined,
  since: number,
): Promise<Break | null> {
  let seq = 0n
  let prev: Buffer = ORIGIN
  for (;;) {
    const links = await store.links(query, String(seq), since, BATCH)
    for (const link of links) {
      seq++
      const broken = (why: Break['why']): Break => ({ place: String(seq), why })
      if (link.seq !== String(seq)) return broken('order')
      if (!link.prevHash.equals(prev)) return broken('link')
      if (link.row === null ? link.kept : !linkHash(prev, link.row).equals(link.hash))
        return broken(link.row === null ? 'missing' : 'changed')
      if (anchor?.seq === link.seq && anchor.hash !== link.hash.toString('hex')) return broken('anchor')
      prev = link.hash
    }
    if (links.length < BATCH) break
  }
  if (anchor !== undefined && BigInt(anchor.seq) > seq) return { place: anchor.seq, why: 'anchor' }
  const head = await store.head(query)
  const alien = head && (await store.unlinkedRow(query, head))
  return alien === undefined ? null : { place: alien, why: 'smuggled' }
}

/**
 * The nightly check of one merchant: stores an anchor when the chain is intact, and notifies the owner and the platform when it is broken.
 */
export async function checkChain(ctx: Context): Promise<void> {
  const { anchors } = ctx.outside()
  const today = localDate(ctx.now)
  const since = startOfDate(addMonths(`${today.slice(0, 7)}-01`, -KEPT_MONTHS))
  const last = await anchors.last(ctx.merchantId)
  const broken = await firstBreak(ctx.query, last, since)
  if (broken !== null) return tell(ctx, broken, today)
  const head = await store.head(ctx.query)
  if (head === undefined || last?.seq === head.seq) return
  const anchor = { day: today, seq: head.seq, hash: head.hash.toString('hex') }
  await anchors.add(ctx.merchantId, anchor)
  ctx.log.info({ merchantId: ctx.merchantId, ...anchor }, 'audit chain is whole')
}

async function tell(ctx: Context, { place, why }: Break, day: string): Promise<void> {
  const { merchantId } = ctx
  ctx.tellDifference({ merchantId, place, why }, 'audit chain is broken')
  await ctx.apart(({ db }) =>
    logPlatform(db, { action: 'audit.check', result: 'chainBroken', detail: { merchantId, place, why } }),
  )
  notify(ctx, {
    type: notifyType.security,
    level: notifyLevel.urgent,
    ref: `audit/${day}`,
    once: true,
    title: '操作日志校验未通过',
    body: `${words[why]}（${place}），请联系平台核查`,
    link: screen('audit.list', {}),
    to: { key: 'audit' },
  })
}

const words: Readonly<Record<Break['why'], string>> = {
  order: '日志链缺少一环',
  link: '日志链前后不衔接',
  missing: '有日志被删除',
  changed: '有日志被修改',
  anchor: '日志链与留存的凭据不符',
  smuggled: '有日志被插入',
}
