import { randomInt } from 'node:crypto'
import { contract } from '@cheyi/contract/index'
import { storeScope } from '@cheyi/domain/platform/account/codes'
import type pg from 'pg'
import type { ServerAddresses } from '../src/kernel/postgres/sign-in.ts'
import { createStaff } from '../src/platform/merchant/provision.ts'
import { openSession } from '../src/testing/session.ts'
import { withClient } from './data/cluster.ts'
import type { Hot } from './data/prepare.ts'
import { type App, localApp, send } from './local-app.ts'

/** Sessions of one person. */
const TABS = 5

/** People of one role, each with so many sessions. @returns the role, which has no rights yet, and a token a session */
export async function staff(addresses: ServerAddresses, folder: string, hot: Hot, clients: number) {
  await using app = await localApp(addresses, folder)
  const { merchantId } = hot
  const { roleId } = await send(app, contract.role.save, hot.token, { name: '基准店员' })
  const tokens: string[] = []
  for (let n = 0; n * TABS < clients; n++) {
    const person = {
      mobile: `136${String(n).padStart(8, '0')}`,
      passwordHash: '-',
      parentId: hot.accountId,
      name: '基准店员',
    }
    const account = await createStaff(app.kernel, merchantId, { ...person, roleIds: [roleId] })
    for (let tab = 0; tab < TABS; tab++) tokens.push(await openSession(app.kernel, account))
  }
  return { roleId, tokens: tokens.slice(0, clients) }
}

/** Orders that a clerk of own ones made. */
const OWN_ORDERS = 2000

/** Signs in a shop manager of one store of the twenty, not the largest, who sees its orders, or of them own ones only. */
export async function clerkOf(app: App, hot: Hot, rootUrl: string, scope: 1 | 2): Promise<{ token: string }> {
  const { merchantId, accountId } = hot
  const storeId = hot.storeIds[1]!
  const { rows } = await withClient(rootUrl, (client) =>
    client.query(`select id from role where merchant_id = $1 and letter = 'M'`, [merchantId]),
  )
  // Long histories are measured where they were prepared, more than once.
  const mobile = `135${String(randomInt(1e8)).padStart(8, '0')}`
  const staff = { mobile, passwordHash: '-', parentId: accountId, name: '基准店长' }
  const account = await createStaff(app.kernel, merchantId, {
    ...staff,
    roleIds: [rows[0].id],
    storeScope: scope,
    storeIds: [storeId],
  })
  if (scope === storeScope.own)
    await withClient(rootUrl, (client) => giveOrders(client, hot, storeId, account.accountId))
  return { token: await openSession(app.kernel, account) }
}

/**
 * Every few orders of a store, old and new, were made by this account. An update moves rows to wherever a page has room, which depends on the
 * width of a row; afterwards all rows stand in the order of their ids again, as bookings write them.
 */
async function giveOrders(client: pg.Client, { merchantId }: Hot, storeId: string, accountId: string): Promise<void> {
  await client.query('set session_replication_role = replica')
  await client.query(
    `update "order" o set created_by = $3::bigint from (select id, row_number() over (order by id) as n, count(*) over () as all
        from "order" where merchant_id = $1 and store_id = $2) s
      where o.merchant_id = $1 and o.id = s.id and s.n % greatest(1, s.all / ${OWN_ORDERS}) = 0`,
    [merchantId, storeId, accountId],
  )
  await client.query('cluster "order" using order_pkey')
  await client.query('vacuum "order"')
}
