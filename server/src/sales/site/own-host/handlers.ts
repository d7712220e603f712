import { randomBytes } from 'node:crypto'
import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import {
  type HostRecords,
  isProved,
  leadsHere,
  ownHostFault,
  plainHost,
  proofOf,
} from '@cheyi/domain/sales/site/own-host'
import { type Context, requireFound } from '../../../kernel/context.ts'
import type { DnsPort } from '../../../kernel/ports.ts'
import type { Config } from '../../../kernel/process/config.ts'
import { publicUrl } from '../../../kernel/process/public-url.ts'
import * as store from './store.ts'

/* The merchant's own domain: what to enter at its DNS, the check of it, and giving it back. */

/** The host at which the installation is reached; own domains lead to it. */
export const installationHost = (config: Pick<Config, 'publicUrl' | 'port'>): string =>
  new URL(publicUrl(config, '/')).hostname.toLowerCase()

/** The address of a page for others: at the own domain, where that leads here. */
export async function siteUrl(ctx: Pick<Context, 'query' | 'config'>, path: `/${string}`): Promise<string> {
  const row = await store.hostRow(ctx)
  return row !== undefined && isInUse(row) ? `https://${row.host}${path}` : publicUrl(ctx.config, path)
}

const isInUse = ({ provedAt, leads, lostAt }: store.HostRow): boolean => provedAt !== null && leads && lostAt === null

/** The domain with the records that the merchant enters; null: none is wanted. */
export async function hostView(ctx: Context): Promise<OutputOf<typeof contract.site.detail>['host']> {
  const row = await store.hostRow(ctx)
  if (row === undefined) return null
  const { host, token, provedAt, leads, checkedAt, lostAt } = row
  return {
    ...{ host, provedAt, leads, checkedAt, lostAt, proof: proofOf(host, token) },
    target: installationHost(ctx.config),
  }
}

/** @throws Refusal badInput (-2) for what is no domain, or that of the installation */
export async function hostSave({ host: typed }: ParsedOf<typeof contract.site.hostSave>, ctx: Context) {
  const host = plainHost(typed)
  const fault = ownHostFault(host, installationHost(ctx.config))
  if (fault !== null) throw badInput('host', fault)
  const before = await store.lockHost(ctx)
  if (before?.host === host) return {}
  await store.endHost(ctx)
  await store.putHost(ctx, host, randomBytes(18).toString('base64url'))
  const change = { before: { siteHost: before?.host ?? '' }, after: { siteHost: host } }
  ctx.audit({ targetType: 'site', targetId: ctx.merchantId, ...change })
  return {}
}

/** Gives the domain back: from now on the server finds nothing for whoever asks there. */
export async function hostRemove(_: unknown, ctx: Context) {
  const before = await store.lockHost(ctx)
  if (before === undefined) return {}
  await store.endHost(ctx)
  await store.putHost(ctx, '', '')
  ctx.audit({ targetType: 'site', targetId: ctx.merchantId, before: { siteHost: before.host } })
  return {}
}

/** Asks DNS after the commit, so that no connection waits for it. */
export async function hostCheck(_: unknown, ctx: Context): Promise<{ proved: boolean; leads: boolean }> {
  const asked = requireFound(await store.hostRow(ctx))
  ctx.audit({ targetType: 'site', targetId: ctx.merchantId, after: { siteHost: asked.host } })
  const proof = proofOf(asked.host, asked.token)
  const ours = installationHost(ctx.config)
  const port = ctx.outside().dns
  ctx.answerAfterCommit(async () => {
    const records = await recordsOf(port, asked, ours)
    const proved = isProved(records, proof)
    if (proved === null) throw new Refusal('siteHostSilent')
    const leads = leadsHere(records) === true
    await ctx.asSystem((later) => keepAnswer(later, asked, { proved, leads }))
    if (!proved) throw new Refusal('siteHostUnproved', { name: proof.name, found: foundText(records.texts ?? []) })
    return { proved, leads }
  })
  return { proved: false, leads: false }
}

export async function recordsOf(
  dns: DnsPort,
  { host, token }: Pick<store.HostRow, 'host' | 'token'>,
  ours: string,
): Promise<HostRecords> {
  const [texts, addresses, own] = await Promise.all([
    dns.texts(proofOf(host, token).name),
    dns.addresses(host),
    dns.addresses(ours),
  ])
  return { texts, addresses, ours: own }
}

/** What stands there instead, for whoever enters it: others may have written it, so it is short. */
const foundText = (texts: readonly string[]): string =>
  texts.length === 0 ? '没有记录' : `「${texts.join('」「').slice(0, 120)}」`

/** @throws Refusal siteHostTaken (9335) while it shows the page of another merchant, notFound (-4) when another domain was typed meanwhile */
async function keepAnswer(
  ctx: Context,
  asked: store.HostRow,
  { proved, leads }: { readonly proved: boolean; readonly leads: boolean },
): Promise<void> {
  const row = await store.lockHost(ctx)
  if (row?.host !== asked.host || row.token !== asked.token) throw new Refusal('notFound')
  // A proof that stood once is given up by the nightly check alone, which waits some days.
  if (!proved) return
  if (!(await store.takeHost(ctx, row.host))) throw new Refusal('siteHostTaken')
  await store.keepCheck(ctx, { provedAt: row.provedAt ?? ctx.now, leads, lostAt: null })
}
