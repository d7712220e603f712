import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { isProved, LOST_DAYS, leadsHere, proofOf } from '@cheyi/domain/sales/site/own-host'
import { DAY } from '@cheyi/domain/time'
import type { Context } from '../../../kernel/context.ts'
import type { Kernel } from '../../../kernel/http/pipeline.ts'
import { asSystem } from '../../../kernel/make-context.ts'
import { jobFailed } from '../../../kernel/process/job-failure.ts'
import type { KernelWork } from '../../../kernel/process/jobs.ts'
import { screen } from '../../../kernel/screen.ts'
import { notify } from '../../../platform/notify/actions.ts'
import { installationHost, recordsOf } from './handlers.ts'
import * as store from './store.ts'

interface Proved {
  readonly merchantId: string
  readonly host: string
  readonly token: string
}

/**
 * Asks DNS for every proved domain. A proof that is gone is told at once, and its links name the address of the installation meanwhile; after
 * some days the domain is given up, so that a new owner of it can prove it. Without an answer nothing changes.
 */
export const checkHosts: KernelWork = async (kernel, stop) => {
  const { rows } = await kernel.pools.side.query<Proved>('select merchant_id, host, token from site_hosts()')
  const ours = installationHost(kernel.config)
  for (const row of rows) {
    if (stop.aborted) return
    const records = await recordsOf(kernel.outside.dns, row, ours)
    const proved = isProved(records, proofOf(row.host, row.token))
    if (proved === null) continue
    // What fails for one merchant stops no other.
    await keepAnswer(kernel, row, { proved, leads: leadsHere(records) }).catch((err: unknown) =>
      jobFailed(kernel, 'siteHosts', err, { merchantId: row.merchantId }),
    )
  }
}

async function keepAnswer(kernel: Kernel, row: Proved, found: Found): Promise<void> {
  const { merchantId } = row
  const vault = await kernel.vaults.merchant(merchantId)
  await asSystem(kernel, { name: 'siteHosts', merchantId, vault }, (ctx) => keepNight(ctx, row, found))
}

interface Found {
  readonly proved: boolean
  /** Whether visitors of the domain reach the installation; null: DNS did not answer. */
  readonly leads: boolean | null
}

async function keepNight(ctx: Context, { host, token }: Proved, { proved, leads }: Found): Promise<void> {
  const row = await store.lockHost(ctx)
  // Another domain was typed, or it was given back, while DNS was asked.
  if (row?.host !== host || row.token !== token || row.provedAt === null) return
  const { provedAt, lostAt } = row
  const known = leads ?? row.leads
  if (proved) {
    await store.keepCheck(ctx, { provedAt, leads: known, lostAt: null })
    if (row.leads && !known) tell(ctx, host, '域名已不再指向本系统，访问不到订车页面')
    return
  }
  if (lostAt !== null && ctx.now - lostAt >= LOST_DAYS * DAY) {
    await store.endHost(ctx)
    await store.keepCheck(ctx, { provedAt: null, leads: false, lostAt: null })
    tell(ctx, host, '验证记录一直没有恢复，域名已停用')
    return
  }
  await store.keepCheck(ctx, { provedAt, leads: known, lostAt: lostAt ?? ctx.now })
  if (lostAt === null) tell(ctx, host, `验证记录没有了，请在${LOST_DAYS}天内恢复，否则域名停用`)
}

const tell = (ctx: Context, host: string, what: string): void =>
  notify(ctx, {
    type: notifyType.channel,
    level: notifyLevel.important,
    ref: `siteHost/${host}`,
    title: `自有域名 ${host}`,
    body: what,
    link: screen('site.setting', {}),
    to: { key: 'channel.edit' },
  })
