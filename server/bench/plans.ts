import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { contract } from '@cheyi/contract/index'
import type { Call } from '@cheyi/contract/kernel/call'
import { orderKind } from '@cheyi/domain/order/codes'
import { DAY, localDate } from '@cheyi/domain/time'
import type pg from 'pg'
import { listen, type Sent } from '../src/testing/flights.ts'
import { RUN, withClient } from './data/cluster.ts'
import type { Prepared } from './data/prepare.ts'
import { localApp, send } from './local-app.ts'

/*
 * docs/plans.md: how PostgreSQL runs the five hottest statements of the product, taken from real calls, as the role and in
 * the scope of a real user.
 */

const file = fileURLToPath(new URL('../../docs/plans.md', import.meta.url))
const database = `${RUN}plans`

interface Hot {
  readonly title: string
  readonly why: string
  readonly text: string
  readonly values: readonly unknown[]
}

/** Writes the plans at the size that was prepared. @returns the path of the file */
export async function writePlans(prepared: Prepared, orders: number): Promise<string> {
  const { cluster, folder } = prepared
  await using _ = await cluster.clone('large', database)
  const app = await localApp(cluster.gateUrl(database), folder)
  const { scope, statements } = await hottest(app, prepared)
  await app.close()
  const plans = await withClient(cluster.gateUrl(database), (client) => explained(client, scope, statements))
  await writeFile(file, document(plans, orders))
  return file
}

type App = Awaited<ReturnType<typeof localApp>>

async function hottest(app: App, { hot }: Prepared): Promise<{ scope: Sent; statements: Hot[] }> {
  const { order, stock } = contract
  const sentBy = <C extends Call>(call: C, input: Parameters<typeof send<C>>[3]) =>
    listen(() => send(app, call, hot.token, input))
  const first = await send(app, order.list, hot.token, { orderKind: orderKind.short })
  const list = await sentBy(order.list, { orderKind: orderKind.short, cursor: first.nextCursor! })
  const detail = await sentBy(order.detail, { orderId: first.list[0]!.orderId })
  const todo = await sentBy(contract.todo.counts, {})
  const from = Date.now() + DAY
  const free = await sentBy(stock.free, {
    storeId: hot.storeIds[0]!,
    modelIds: [hot.modelIds[0]!],
    from,
    to: from + 2 * DAY,
  })
  const scope = found(list, /set_config\('role', 'tenant'/)
  const hotOf = (title: string, why: string, { text, values }: Sent): Hot => ({ title, why, text, values })
  return {
    scope,
    statements: [
      hotOf(
        'Scope of a call',
        'First statement of every transaction: becomes `tenant`, and is nobody unless the session still lives.',
        scope,
      ),
      hotOf('Order list, a page', 'The second page of all orders, newest first.', found(list, /from "order" o/)),
      hotOf('Order detail, its row', 'The order with its stores, model and car.', found(detail, /assigned_id/)),
      hotOf('To-do counters', 'All counters of the home page in one statement.', found(todo, /from waiting w/)),
      hotOf(
        'Occupancy of a pool',
        'What the packing rules see of one store and model: rows that end after the time asked for.',
        found(free, /from occupancy c/),
      ),
    ],
  }
}

function found(sent: readonly Sent[], pattern: RegExp): Sent {
  const one = sent.find(({ text }) => pattern.test(text))
  if (one === undefined) throw new Error(`no statement like ${pattern}`)
  return one
}

/** Runs each twice and keeps the second, when its pages are in memory as those of hot statements are. */
async function explained(client: pg.Client, scope: Sent, statements: readonly Hot[]) {
  const plans: (Hot & { readonly plan: string })[] = []
  for (const one of statements) {
    let plan = ''
    for (let run = 0; run < 2; run++) {
      await client.query('begin read only')
      if (one.text !== scope.text) await client.query(scope.text, [...scope.values])
      const { rows } = await client.query(`explain (analyze, buffers, costs off) ${one.text}`, [...one.values])
      await client.query('rollback')
      plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    plans.push({ ...one, plan })
  }
  return plans
}

function document(plans: readonly (Hot & { readonly plan: string })[], orders: number): string {
  const sections = plans.map(
    ({ title, why, text, plan }) =>
      `## ${title}\n\n${why}\n\n\`\`\`sql\n${tidied(text)}\n\`\`\`\n\n\`\`\`text\n${plan}\n\`\`\`\n`,
  )
  return `# Plans of the five hottest statements

Written by \`npm run bench -- --plans\` on ${localDate(Date.now())}: role \`tenant\` under forced row-level security, a
merchant with ${orders.toLocaleString('en')} orders and 2,000 vehicles among 50 merchants, PostgreSQL 18 with the
product's own settings, pages in memory. Times depend on the machine; what to look at is that every table is entered by an
index that begins with \`merchant_id\` and that no statement reads more pages than its answer needs. Tables of one page, here
sessions, merchants and tasks, are read whole.

${sections.join('\n')}`
}

/** Without the indentation of the source it stands in. */
const tidied = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
