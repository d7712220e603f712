import { formatMoney } from '@cheyi/domain/money'
import { connect } from '../kernel/postgres/connect.ts'
import { joinDatabase } from '../kernel/postgres/join-database.ts'
import { loadConfig } from '../kernel/process/config.ts'
import { failureText } from '../kernel/process/log.ts'
import type { Difference } from '../money/payment/check/differences.ts'
import { differencesOfAll } from './money-differences.ts'

/*
 * npm run check:money — recomputes every cached amount of all merchants from the ledger and prints the differences. Works while a server
 * runs; exit code 1 when there is a difference, 2 when there are no orders to check.
 */

const exitCode = { balanced: 0, differs: 1, empty: 2 } as const

async function checkMoney(): Promise<keyof typeof exitCode> {
  await using database = await joinDatabase(loadConfig(process.env), console)
  await using client = await connect(database.migratorUrl)
  const found = await differencesOfAll(client)
  const [{ orders }] = (await client.query('select count(*)::int as orders from "order"')).rows
  for (const difference of found) console.error(line(difference))
  if (found.length > 0) {
    console.info(`共 ${found.length} 处不一致。`)
    return 'differs'
  }
  // Either the wrong database, or one that was not restored: no difference was found because there are no rows.
  if (orders === 0) {
    console.error('数据库中没有订单，没有可核对的账目。请确认 DATA_DIR 或 DATABASE_URL 指向正确的数据库。')
    return 'empty'
  }
  console.info(`已核对 ${orders} 个订单，账实相符。`)
  return 'balanced'
}

function line({ merchantId, orderNo, what, stored, rebuilt, unit }: Difference): string {
  const shown = (value: Difference['stored']) => (unit === 'fen' ? formatMoney(Number(value)) : value)
  return `商家 ${merchantId}  ${orderNo ?? '无订单'}  ${what}：记录 ${shown(stored)}，应为 ${shown(rebuilt)}`
}

try {
  process.exitCode = exitCode[await checkMoney()]
} catch (error) {
  console.error('核对失败：', failureText(error))
  process.exitCode = 1
}
