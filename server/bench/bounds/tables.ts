import { withClient } from '../data/cluster.ts'
import type { Counted } from './judge.ts'

/*
 * Which tables the calls read, and whether so much is in them that a scan would show: of a table with three rows each plan is as cheap as
 * any other.
 */

/** How many orders bring a row of each table at least. */
const ORDERS_PER_ROW = 200

/**
 * Tables whose rows no order brings: what a merchant sets, whom it employs, what it closes month by month, what is emptied behind the
 * writers. So many rows they have at least.
 */
const settled: Readonly<Record<string, number>> = {
  account: 8,
  agreement_template: 0,
  alarm_rule: 0,
  bank_account: 1,
  bank_day: 15,
  bookkeeping_account: 0,
  bookkeeping_month: 12,
  cancel_rule: 2,
  car_owner: 100,
  channel_key: 1,
  channel_mapping: 200,
  channel_webhook: 1,
  charge_profile: 3,
  closed_month: 0,
  closing_acceptance: 0,
  commission_rule: 100,
  commission_statement: 100,
  company: 200,
  company_booker: 400,
  company_contact: 400,
  company_price: 1000,
  company_stamp: 1,
  damage_price: 0,
  deposit_policy: 1,
  fee_config: 40,
  fence: 20,
  figure_car: 700,
  figure_car_order: 700,
  figure_state: 1,
  follower: 2,
  garage: 30,
  idempotency: 300,
  invitation: 1,
  ledger_change: 0,
  ledger_sum: 100,
  media_space: 1,
  merchant_certificate: 1,
  merchant_channel: 5,
  model: 30,
  notify_switch: 0,
  owner_agreement: 500,
  pay_bill: 5,
  asset_disposal: 5,
  asset_month: 500,
  asset_setting: 1,
  car_loan: 20,
  car_loan_repayment: 100,
  payable_accrual: 20,
  payable_bill: 400,
  payable_line: 200,
  payable_payment: 200,
  payee: 30,
  payment_run: 30,
  payment_run_bill: 200,
  pay_channel: 1,
  pool: 600,
  price_plan: 100,
  price_rule: 600,
  road_distance: 500,
  role: 7,
  service_item: 4,
  store: 20,
  tally: 800,
  tax_return: 12,
  // Invoices of the bench are younger than its filed returns.
  tax_return_invoice: 0,
  coupon: 20,
  site: 1,
  site_host: 1,
  site_host_claim: 1,
  site_place: 9,
  tax_setting: 1,
  tally_change: 0,
  trial_balance: 0,
}

/** How many rows the merchant has of each of its tables, by their names. */
export async function openTables(rootUrl: string, merchantId: string): Promise<ReadonlyMap<string, number>> {
  return withClient(rootUrl, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'merchant_id'
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relrowsecurity`,
    )
    const { rows } = await client.query<{ name: string; n: number }>(
      tables
        .map(
          ({ name }) => `select '${name}' as name, count(*)::int as n from "${name}" where merchant_id = ${merchantId}`,
        )
        .join(' union all '),
    )
    return new Map(rows.map(({ name, n }) => [name, n]))
  })
}

/** What a call reads of which there is too little to judge it by, a line for each table, with the calls. */
export function tooFewRows(
  calls: Readonly<Record<string, Counted>>,
  tables: ReadonlyMap<string, number>,
  orders: number,
): string[] {
  return [...tables].flatMap(([table, rows]) => {
    const least = settled[table] ?? Math.ceil(orders / ORDERS_PER_ROW)
    if (rows >= least) return []
    const readers = Object.entries(calls).filter(([, { statements }]) =>
      statements.some(({ text }) => reads(text, table)),
    )
    if (readers.length === 0) return []
    return [`表 ${table} 只有 ${rows} 行，应不少于 ${least} 行：${readers.map(([name]) => name).join('、')}`]
  })
}

/** Whether a statement names a table as one that it reads. */
const reads = (text: string, table: string): boolean =>
  new RegExp(`\\b(?:from|join|using|into|update)\\s+\\(?"?${table}\\b|,\\s*"?${table}\\b"?\\s+\\w`, 'i').test(text)
