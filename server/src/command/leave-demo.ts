import type pg from 'pg'
import { asGate } from '../kernel/enter.ts'
import type { Kernel } from '../kernel/http/pipeline.ts'
import { connect } from '../kernel/postgres/connect.ts'
import { signInRoles } from '../kernel/postgres/sign-in-roles.ts'
import type { Config } from '../kernel/process/config.ts'
import { StartError } from '../kernel/process/start-error.ts'
import { openFiles } from '../outside/storage/open.ts'
import { setInstallationFlag } from '../platform/merchant/installation.ts'
import { demoMerchants, demoOwners, switchDemoPeople } from '../seed/seeded.ts'
import { removeMerchant } from './move/tables.ts'

/*
 * An installation that was tried with the demo goes on with its own merchants: those of the demo are deleted with everything in them, the
 * demo's people, whose password is public, never sign in again, and no start loads the demo anew. Settings of the installation, its keys
 * and all other merchants stay. No server has the right to delete a merchant: it is a command, or the work of the process that runs the database.
 */

interface DemoMerchant {
  readonly id: string
  readonly name: string
  readonly orders: number
  readonly vehicles: number
  readonly persons: number
}

export interface DemoContent {
  readonly merchants: readonly DemoMerchant[]
  /** Names of the merchants that stay. */
  readonly others: readonly string[]
}

/** A merchant is of the demo when it has a name of the demo and its owner's user: somebody else may have chosen such a name. */
export async function demoContent(kernel: Kernel, migratorUrl: string): Promise<DemoContent> {
  const owners = await demoOwners(kernel)
  await using client = await connect(migratorUrl)
  const { rows } = await client.query<DemoMerchant & { isDemo: boolean }>(
    `select m.id, m.name,
        (select count(*)::int from "order" o where o.merchant_id = m.id) as orders,
        (select count(*)::int from vehicle v where v.merchant_id = m.id) as vehicles,
        (select count(*)::int from person p where p.merchant_id = m.id) as persons,
        m.name = any ($1) and exists (
          select from account a where a.merchant_id = m.id and a.parent_id = 0 and a.user_id = any ($2::bigint[])) as is_demo
       from merchant m order by m.id`,
    [demoMerchants, owners],
  )
  return {
    merchants: rows.filter(({ isDemo }) => isDemo),
    others: rows.filter(({ isDemo }) => !isDemo).map(({ name }) => name),
  }
}

/** What is deleted and what stays, in Chinese, for the question. */
export function leaveText({ merchants, others }: DemoContent): string {
  const gone = merchants.map(
    ({ name, orders, vehicles, persons }) => `  ${name}：${orders} 个订单、${vehicles} 辆车、${persons} 位客户`,
  )
  return [
    '将删除演示商家和其中的一切，包括试用时录入的数据、照片与操作日志，不能恢复：',
    ...gone,
    '演示账号（13800000000 等）不能再登录。',
    others.length > 0 ? `保留：${others.join('、')}，以及车型库、协议与系统设置。` : '保留：车型库、协议与系统设置。',
  ].join('\n')
}

/** @throws StartError while servers or gateways are connected: their terminals would write into what is deleted */
export async function requireStopped(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    'select from pg_stat_activity where usename = any ($1) and datname = current_database()',
    [Object.values(signInRoles)],
  )
  if (rowCount !== 0) throw new StartError('服务器或网关还在运行，请先停止，再清空演示。')
}

async function removeAll(client: pg.Client, config: Config, ids: readonly string[]): Promise<void> {
  const files = openFiles(config)
  for (const id of ids) {
    await removeMerchant(client, id)
    for await (const name of files.names(`${id}/`)) await files.remove(name)
  }
}

/** Which merchants an owner has left by the page 清空演示, whose rows may still be there. */
const LEFT = `select array(select jsonb_array_elements_text(d.value -> 'merchants')) as ids
  from installation_setting d join installation_setting l on l.name = 'demoLeft' and l.value = 'true' where d.name = 'demoOf'`

/**
 * Deletes the merchants of a demo that its owner has left by the page 清空演示. While the server is running, a call or a job that began before
 * may still write rows of them, so the next start deletes again (`atStart`), before calls are answered, and forgets which merchants they were.
 */
export async function removeLeftDemo(
  config: Config,
  migratorUrl: string,
  { atStart }: { readonly atStart: boolean },
): Promise<void> {
  await using client = await connect(migratorUrl)
  const [left] = (await client.query<{ ids: string[] }>(LEFT)).rows
  if (left === undefined) return
  await removeAll(client, config, left.ids)
  if (atStart) await client.query("delete from installation_setting where name = 'demoOf'")
}

/** May be repeated after an interruption: each merchant goes as a whole, and those that are gone are not found again. */
export async function leaveDemo(kernel: Kernel, migratorUrl: string, { merchants }: DemoContent): Promise<void> {
  await using client = await connect(migratorUrl)
  await removeAll(
    client,
    kernel.config,
    merchants.map(({ id }) => id),
  )
  await switchDemoPeople(kernel, false)
  await asGate(kernel, ({ db }) => setInstallationFlag(db, 'demoLeft', true))
}
