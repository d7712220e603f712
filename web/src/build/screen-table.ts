import { writeFileSync } from 'node:fs'
import { rowsOf, type Screen } from '../kernel/page/screen.ts'
import { screens } from '../screens.ts'

/** The screens that notices, to-dos and QR codes of the server link to. */
const led = [
  'account.detail',
  'agreement.seal',
  'agreement.sign',
  'agreement.verify',
  'audit.list',
  'channel.detail',
  'data.overview',
  'driver.tasks',
  'inventory.list',
  'longOrder.detail',
  'longOrder.list',
  'longOrder.reimbursement',
  'longOrder.scanUpload',
  'merchant.settings',
  'notify.notices',
  'order.detail',
  'order.list',
  'order.reimbursement',
  'order.scanUpload',
  'closing.months',
  'invoice.list',
  'payment.pay',
  'person.privacy',
  'person.requests',
  'reconcile.bill',
  'reconcile.list',
  'session.profile',
  'selfService.merchantVerification',
  'selfService.userPickup',
  'selfService.userReturn',
  'session.scanLogin',
  'simulation.wechat',
  'stock.list',
  'maintaince.care',
  'maintaince.detail',
  'yearly.detail',
  'yearly.list',
  'shunting.detail',
  'ticket.hub',
  'till.shifts',
  'violation.customer',
  'violation.detail',
  'violation.lease-filing',
  'violation.list',
]

/** The content of `server/src/kernel/screens.gen.ts`: these screens by name. */
export function screenTable(): string {
  const all = rowsOf(screens)
  const rows = led.map((name) => all.find((row) => row.name === name)!)
  return `// Written by web/src/build/screen-table.ts from the rows of web/src/screens.ts. Do not edit.
interface Screen {
  readonly path: string
  readonly needs: readonly string[]
  readonly takes: readonly string[]
}

export const screens = {
${rows.map(line).join('')}} as const satisfies Readonly<Record<string, Screen>>
`
}

function line({ name, path, search }: Screen): string {
  const list = (required: boolean) =>
    Object.entries(search)
      .filter(([, reader]) => reader.required === required)
      .map(([key]) => `'${key}'`)
      .join(', ')
  return `  '${name}': { path: '${path}', needs: [${list(true)}], takes: [${list(false)}] },\n`
}

if (import.meta.main)
  writeFileSync(new URL('../../../server/src/kernel/screens.gen.ts', import.meta.url), screenTable())
